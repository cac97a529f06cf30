import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../shared/api/client';
import type { ReasonChoice } from '../../shared/desk';
import { itemsPath, type ItemDetail, type ItemRow, type Submitted } from '../../shared/desk/api';

export interface WaitingGroup {
  video: { id: string; name: string; content_warnings: string[] };
  type: string;
  count: number;
}
export interface Queue {
  returned: ItemRow[];
  mine: ItemRow[];
  open: ItemRow | null;
  new: WaitingGroup[];
  with_others: { count: number; until: string | null };
  without_video: number;
  skipped: number;
  submitted_today: number;
  skip_reasons: ReasonChoice[];
  discard_reasons: ReasonChoice[];
}
export interface Nothing {
  code: string;
  message: string;
  held_by_others: number;
  held_until: string | null;
}
export interface Next {
  place: 'returned' | 'mine' | 'new' | null;
  item: ItemDetail | null;
  nothing: Nothing | null;
}
export interface Wish {
  after?: string;
  video?: string;
  type?: string;
}

const GRANULARITY = 'clip';
const queueKey = (slug: string) => ['g1', slug, 'queue'] as const;
const itemKey = (slug: string, id: string) => ['g1', slug, 'item', id] as const;
const itemPath = (slug: string, id: string) => `${itemsPath(slug)}/${id}`;

const queueQuery = (slug: string) => ({
  queryKey: queueKey(slug),
  queryFn: () => api.get<Queue>(`${itemsPath(slug)}/queue${query({ granularity: GRANULARITY })}`),
});

export const useQueue = (slug: string) => useQuery({ ...queueQuery(slug), refetchInterval: 60_000 });

const TOO_MUCH: ReasonChoice[] = [{ code: 'distressing', label: 'Too distressing' }];
/** The reasons for leaving an item; the first is there at once, whatever the network does. */
export function useReasons(slug: string, kind: 'skip' | 'discard'): ReasonChoice[] {
  const queue = useQuery({ ...queueQuery(slug), staleTime: Number.POSITIVE_INFINITY }).data;
  return kind === 'skip' ? (queue?.skip_reasons ?? TOO_MUCH) : (queue?.discard_reasons ?? []);
}

export const takeItem = (slug: string, id: string) =>
  api.post<ItemDetail>(`${itemPath(slug, id)}/reservation`);

/** Opening an item takes it; a refusal says who may and until when. */
export const useTaken = (slug: string, id: string) =>
  useQuery({
    queryKey: itemKey(slug, id),
    queryFn: () => takeItem(slug, id),
    placeholderData: undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });

export const fetchNext = (slug: string, wish: Wish = {}) =>
  api.post<Next>(`${itemsPath(slug)}/queue/next`, { granularity: GRANULARITY, ...wish });

/** What would come next; nothing is taken by looking. */
const upcomingKey = (slug: string, after: string) => ['g1', slug, 'upcoming', after] as const;
export const useUpcoming = (slug: string, after: string) =>
  useQuery({
    queryKey: upcomingKey(slug, after),
    placeholderData: undefined,
    refetchOnWindowFocus: false,
    queryFn: () =>
      api.get<{ items: ItemDetail[] }>(
        `${itemsPath(slug)}/queue/upcoming${query({ granularity: GRANULARITY, after })}`,
      ),
  });

export const skipItem = (slug: string, id: string, reason: string, note: string) =>
  api.post<void>(`${itemPath(slug, id)}/skip`, { reason, note });

export const discardItem = (slug: string, id: string, reason: string, note: string) =>
  api.post<ItemDetail>(`${itemPath(slug, id)}/discard`, { reason, note });

export const restoreItem = (slug: string, id: string) =>
  api.post<ItemDetail>(`${itemPath(slug, id)}/restore`);

export const confirmDraft = (slug: string, id: string, base_version: number, scope_rechecked: boolean) =>
  api.post<Submitted>(`${itemPath(slug, id)}/confirm`, { base_version, clip_played: true, scope_rechecked });

export const changeKind = (slug: string, id: string, type: string) =>
  api.patch<ItemDetail>(itemPath(slug, id), { granularity: GRANULARITY, type });

export function useG1Cache(slug: string) {
  const client = useQueryClient();
  return {
    put: (item: ItemDetail) => client.setQueryData(itemKey(slug, item.id), item),
    /** What was seen to come next, with its video looked at ahead. */
    upcoming: (after: string) =>
      client.getQueryData<{ items: ItemDetail[] }>(upcomingKey(slug, after))?.items[0] ?? null,
    /** The page of the queue asks again when it is shown; nobody waits for that here. */
    queueChanged: () => void client.invalidateQueries({ queryKey: queueKey(slug), refetchType: 'none' }),
  };
}
