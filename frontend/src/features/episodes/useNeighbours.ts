import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../../shared/api/types';

interface Cached {
  pages: Page<{ id: string }>[];
}

export interface Neighbours {
  previous: string | null;
  next: string | null;
  position: number;
  of: number;
}

/** Where ``id`` stands among ``ids``; null where it is not among them. */
export function neighboursOf(ids: readonly string[], id: string): Neighbours | null {
  const at = ids.indexOf(id);
  if (at < 0) return null;
  return { previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null, position: at + 1, of: ids.length };
}

/** The list one came from, as it was filtered and as far as it was scrolled; kept in this tab over a reload. */
export function useNeighbours(slug: string, id: string): Neighbours | null {
  const client = useQueryClient();
  return useMemo(() => {
    const kept = `episodes shown ${slug}`;
    const lists = client
      .getQueryCache()
      .findAll({ queryKey: ['rows', `/projects/${slug}/episodes`] })
      .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
    for (const list of lists) {
      const pages = (list.state.data as Cached | undefined)?.pages ?? [];
      const ids = pages.flatMap((page) => page.results.map((row) => row.id));
      const found = neighboursOf(ids, id);
      if (!found) continue;
      sessionStorage.setItem(kept, JSON.stringify(ids));
      return found;
    }
    return neighboursOf(JSON.parse(sessionStorage.getItem(kept) ?? '[]') as string[], id);
  }, [client, slug, id]);
}
