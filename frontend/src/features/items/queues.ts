/** Who writes what, for maintainers. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../shared/api/client';
import { itemsPath, useItemsChanged, type ItemDetail } from '../../shared/desk/api';

export interface Hold {
  /** Null: a whole video. */
  item: string | null;
  question: string;
  video: { id: string; name: string } | null;
  begun: boolean;
  expires_at: string;
}
export interface Holder {
  username: string;
  returned: number;
  begun: number;
  holds: Hold[];
}
export interface Holders {
  people: Holder[];
  writers: string[];
}
export interface QueuePolicy {
  minutes: number;
  begun_hours: number;
  writers: number;
}

const queuePath = (slug: string) => `${itemsPath(slug)}/queue`;
const holdersKey = (slug: string) => ['holders', slug] as const;

export const useHolders = (slug: string, enabled = true) =>
  useQuery({
    queryKey: holdersKey(slug),
    enabled,
    queryFn: () => api.get<Holders>(`${queuePath(slug)}/holders`),
    refetchInterval: 60_000,
  });

export const usePolicy = (slug: string) =>
  useQuery({
    queryKey: ['queue-policy', slug],
    queryFn: () => api.get<QueuePolicy>(`${queuePath(slug)}/policy`),
  });

export function useSetPolicy(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (policy: QueuePolicy) => api.patch<QueuePolicy>(`${queuePath(slug)}/policy`, policy),
    onSuccess: (policy) => client.setQueryData(['queue-policy', slug], policy),
  });
}

function useMoved(slug: string) {
  const client = useQueryClient();
  const changed = useItemsChanged(slug);
  return (id?: string) => {
    void client.invalidateQueries({ queryKey: holdersKey(slug) });
    changed(id);
  };
}

export interface Pile {
  giver: string;
  taker: string;
  /** Only these; without them all of it. */
  items?: string[];
}
export function useHandOverPile(slug: string) {
  const moved = useMoved(slug);
  return useMutation({
    mutationFn: (pile: Pile) => api.post<{ items: string[] }>(`${queuePath(slug)}/hand-over`, pile),
    onSuccess: () => moved(),
  });
}

export function useHandOver(slug: string, id: string) {
  const moved = useMoved(slug);
  return useMutation({
    mutationFn: (person: string) => api.post<ItemDetail>(`${itemsPath(slug)}/${id}/hand-over`, { person }),
    onSuccess: () => moved(id),
  });
}

export interface Held {
  item: string | null;
  video: string | null;
  person: string;
}
/** Takes a draft or a whole video from whoever has it; what they wrote stays theirs. */
export function useFree(slug: string) {
  const moved = useMoved(slug);
  return useMutation({
    mutationFn: ({ item, video, person }: Held) =>
      api.delete<void>(
        item !== null
          ? `${itemsPath(slug)}/${item}/reservation`
          : `/projects/${slug}/g2/videos/${video}/reservation${query({ person })}`,
      ),
    onSuccess: (_, { item }) => moved(item ?? undefined),
  });
}
