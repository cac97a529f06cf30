import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../shared/api/client';
import { useRows } from '../../shared/api/list';
import type { Content } from '../../shared/items';

export interface SplitRow {
  id: string;
  kind: string;
  granularity: string;
  type: string;
  subject: string;
  question: string;
  number: number;
  outcome: string;
  closed_at: string;
  reasons: string[];
  causes: string[];
}
export interface Side {
  reviewer: string;
  verdict: string;
  judgements: Record<string, { value: string; reasons: string[] }>;
  note: string;
  pins: { judgement: string; frame: number; time_s: number; setting: string; note: string }[];
}
export interface Tag {
  id: string;
  cause: string;
  note: string;
  author: string;
  created_at: string;
  guideline: { version: number; line: number; text: string } | null;
}
export interface Media {
  name: string;
  video_url: string;
  poster_url: string;
}
export interface Split extends SplitRow {
  sides: Side[];
  scheme: { id: string; label: string; reasons: { code: string; label: string }[] }[];
  judged: Content | null;
  following: Content | null;
  video: string | null;
  media: Media[];
  guideline: { version: number | null; lines: string[] };
  tags: Tag[];
}
export interface Counts {
  n: number;
  types: { granularity: string; type: string; n: number }[];
  reasons: { reason: string; n: number }[];
  causes: { cause: string; label: string; n: number }[];
}
export interface NewTag {
  cause: string;
  guideline_line?: number | null;
  note?: string;
}

export type Filters = Record<string, string | null>;

export const useSplits = (slug: string, filters: Filters) =>
  useRows<SplitRow>(`/projects/${slug}/splits`, filters);

export const useCounts = (slug: string, filters: Filters) =>
  useQuery({
    queryKey: ['split-counts', slug, filters],
    queryFn: () => api.get<Counts>(`/projects/${slug}/splits/counts${query(filters)}`),
    placeholderData: keepPreviousData,
  });

export const useSplit = (slug: string, id: string | undefined) =>
  useQuery({
    queryKey: ['split', slug, id],
    queryFn: () => api.get<Split>(`/projects/${slug}/splits/${id}`),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  });

/** Names a cause or takes one off; what comes back is the split as it then is. */
export function useTagging(slug: string, id: string) {
  const client = useQueryClient();
  const onSuccess = (split: Split) => {
    client.setQueryData(['split', slug, id], split);
    void client.invalidateQueries({ queryKey: ['split-counts', slug] });
    void client.invalidateQueries({ queryKey: ['rows', `/projects/${slug}/splits`] });
  };
  return {
    name: useMutation({
      mutationFn: (tag: NewTag) => api.post<Split>(`/projects/${slug}/splits/${id}/tags`, tag),
      onSuccess,
    }),
    takeOff: useMutation({
      mutationFn: (tag: string) => api.delete<Split>(`/projects/${slug}/splits/tags/${tag}`),
      onSuccess,
    }),
  };
}
