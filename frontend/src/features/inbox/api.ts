import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/client';

export interface InboxLine {
  id: string;
  kind: string;
  project: { slug: string; name: string } | null;
  text: string;
  link: string;
  created_at: string;
  read_at: string | null;
}

function useInboxChanged() {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['rows', '/inbox'] });
    void client.invalidateQueries({ queryKey: ['inbox', 'unread'] });
  };
}

export function useMark() {
  const onSettled = useInboxChanged();
  return useMutation({
    mutationFn: ({ id, read }: { id: string; read: boolean }) =>
      api.patch<InboxLine>(`/inbox/${id}`, { read }),
    onSettled,
  });
}

/** All lines up to the newest on the screen; what comes meanwhile stays unread. */
export function useMarkAll() {
  const onSettled = useInboxChanged();
  return useMutation({ mutationFn: (until: string) => api.post('/inbox/read', { until }), onSettled });
}
