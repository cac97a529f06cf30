import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { cursorOf } from '../../shared/api/list';
import type { Page } from '../../shared/api/types';
import { filtersOf } from '../../shared/library/address';
import { listPath, readPage, type Facets } from '../../shared/library/api';

interface Row {
  id: string;
}

/** The list one came from: as it was filtered and as far as it was read; kept in this tab over a reload. */
export interface Trail {
  where: string;
  ids: readonly string[];
  /** The cursor of what follows; null at the list's end. */
  next: string | null;
  total: number | null;
}

export interface Neighbours {
  previous: string | null;
  next: string | null;
  position: number;
  of: number;
}

/** So many rows before the end of what was read, the rows after it are asked for. */
const AHEAD = 3;

/** Where ``id`` stands in a list; null where it is not in it. */
export function neighboursOf(trail: Trail, id: string): Neighbours | null {
  const at = trail.ids.indexOf(id);
  if (at < 0) return null;
  return {
    previous: trail.ids[at - 1] ?? null,
    next: trail.ids[at + 1] ?? null,
    position: at + 1,
    of: Math.max(trail.total ?? 0, trail.ids.length),
  };
}

export const isNearEnd = (trail: Trail, id: string): boolean =>
  trail.next !== null && trail.ids.indexOf(id) >= trail.ids.length - AHEAD;

/** What was read joined by the page that follows it. */
export const grown = (trail: Trail, page: Page<Row>): Trail => ({
  ...trail,
  ids: [...trail.ids, ...page.results.map((row) => row.id)],
  next: cursorOf(page.next),
});

const storeOf = (slug: string): string => `episodes shown ${slug}`;
const keep = (slug: string, trail: Trail): void => {
  try {
    sessionStorage.setItem(storeOf(slug), JSON.stringify(trail));
  } catch {
    // Full: after a reload there are no neighbours, and nothing else is lost.
  }
};

/** Of the lists that were read and hold ``id``, the one read last; else the one that was kept. */
function trailOf(client: QueryClient, slug: string, id: string): Trail | null {
  const path = listPath(slug, 'episodes');
  const kept = JSON.parse(sessionStorage.getItem(storeOf(slug)) ?? 'null') as Trail | null;
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: ['rows', path] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const list of lists) {
    const where = list.queryKey[2] as string;
    const pages = (list.state.data as { pages: Page<Row>[] } | undefined)?.pages ?? [];
    const ids = pages.flatMap((page) => page.results.map((row) => row.id));
    // Paging on has gone further than the list was scrolled.
    if (kept?.where === where && kept.ids.length > ids.length && kept.ids.includes(id)) return kept;
    if (!ids.includes(id)) continue;
    const total = client.getQueryData<Facets>(['facets', path, filtersOf(where)])?.total ?? null;
    return { where, ids, next: cursorOf(pages.at(-1)?.next ?? null), total };
  }
  return kept?.ids?.includes(id) ? kept : null;
}

/** The episodes before and after this one in the list one came from, to its very end. */
export function useNeighbours(slug: string, id: string): Neighbours | null {
  const client = useQueryClient();
  const trail = useMemo(() => trailOf(client, slug, id), [client, slug, id]);
  const more = useQuery({
    queryKey: ['episodes after', slug, trail?.where, trail?.next],
    enabled: trail !== null && isNearEnd(trail, id),
    placeholderData: undefined,
    staleTime: Infinity,
    queryFn: () => readPage<Row>(listPath(slug, 'episodes'), trail!.where, trail!.next),
  }).data;
  const whole = useMemo(() => (trail && more ? grown(trail, more) : trail), [trail, more]);
  useEffect(() => {
    if (whole) keep(slug, whole);
  }, [slug, whole]);
  return whole && neighboursOf(whole, id);
}
