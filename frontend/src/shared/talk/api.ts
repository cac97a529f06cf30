import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../api/client';

export type Part = 'author' | 'reviewer' | 'maintainer';
export type Circle = 'author' | 'reviewer' | 'everybody';
/** `name` is null where it may not be known; `number` tells the reviewers of an item apart. */
export interface Shown {
  part: Part;
  number: number | null;
  name: string | null;
  you: boolean;
}
export interface Mentionable {
  handle: string;
  part: Part;
  name: string | null;
}
export interface CommentInfo {
  id: string;
  by: Shown;
  text: string | null;
  created_at: string;
  edited_at: string | null;
  deleted: boolean;
  can_edit: boolean;
  can_delete: boolean;
  versions: { text: string; replaced_at: string }[];
}
export interface ThreadInfo {
  id: string;
  item: string | null;
  circle: Circle;
  revision: number | null;
  created_at: string;
  resolved_at: string | null;
  comments: CommentInfo[];
  mentionable: Mentionable[];
}
export interface ThreadsInfo {
  threads: ThreadInfo[];
  may_open: Circle[];
  mentionable: Partial<Record<Circle, Mentionable[]>>;
}
/** What threads are about: an item, or a reviewer's own lease of one. */
export type About = { item: string } | { lease: string };

const threadsKey = (slug: string, about: About) => ['threads', slug, about] as const;

export const useThreads = (slug: string, about: About) =>
  useQuery({
    queryKey: threadsKey(slug, about),
    queryFn: () => api.get<ThreadsInfo>(`/projects/${slug}/threads${query({ ...about })}`),
    refetchInterval: 60_000,
  });

export const useThread = (slug: string, id: string) =>
  useQuery({
    queryKey: ['thread', slug, id],
    queryFn: () => api.get<ThreadInfo>(`/projects/${slug}/threads/${id}`),
    refetchInterval: 60_000,
  });

/** After a write all that shows threads is fetched anew; the thread that came back is shown at once. */
function useTalk<Given, Result>(slug: string, send: (given: Given) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      const thread = result as ThreadInfo | undefined;
      if (thread?.comments) client.setQueryData(['thread', slug, thread.id], thread);
      for (const key of ['threads', 'thread', 'history'])
        void client.invalidateQueries({ queryKey: [key, slug] });
    },
  });
}

export const useOpenThread = (slug: string, about: About) =>
  useTalk(slug, (given: { circle: Circle; text: string; revision: number | null }) =>
    api.post<ThreadInfo>(`/projects/${slug}/threads`, { ...about, ...given }),
  );
export const useReply = (slug: string, thread: string) =>
  useTalk(slug, (text: string) =>
    api.post<ThreadInfo>(`/projects/${slug}/threads/${thread}/comments`, { text }),
  );
export const useResolve = (slug: string, thread: string) =>
  useTalk(slug, (resolved: boolean) =>
    api.patch<ThreadInfo>(`/projects/${slug}/threads/${thread}`, { resolved }),
  );
export const useEditComment = (slug: string, comment: string) =>
  useTalk(slug, (text: string) => api.patch<ThreadInfo>(`/projects/${slug}/comments/${comment}`, { text }));
export const useDeleteComment = (slug: string, comment: string) =>
  useTalk(slug, () => api.delete<void>(`/projects/${slug}/comments/${comment}`));
