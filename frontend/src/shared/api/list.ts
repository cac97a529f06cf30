import { useInfiniteQuery } from '@tanstack/react-query';
import { api, query } from './client';
import type { Page } from './types';

/** A keyset list: `cursor` of the server's reply asks for the next page. */
export function cursorOf(next: string | null): string | null {
  if (!next) return null;
  const at = next.indexOf('?');
  if (at < 0) return next;
  return new URLSearchParams(next.slice(at)).get('cursor');
}

export function useRows<T>(
  path: string,
  filters: Record<string, string | null>,
  options: { refetch?: number; refetchWhile?: (rows: T[]) => boolean; limit?: number } = {},
) {
  const result = useInfiniteQuery({
    queryKey: ['rows', path, filters],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<T>>(`${path}${query({ ...filters, cursor: pageParam, limit: options.limit ?? 100 })}`, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => cursorOf(last.next),
    // Without `refetchWhile` every `refetch` ms, with it only as long as the rows ask for it.
    refetchInterval: (q) =>
      options.refetch &&
      (!options.refetchWhile ||
        options.refetchWhile(q.state.data?.pages.flatMap((page) => page.results) ?? []))
        ? options.refetch
        : false,
  });
  const rows = result.data?.pages.flatMap((page) => page.results) ?? [];
  const total = result.data?.pages[0]?.count ?? null;
  return { ...result, rows, total };
}

/** Some lists are short and come whole, others in pages: the rows of either. */
export const rowsOf = <T>(data: T[] | Page<T> | undefined): T[] =>
  Array.isArray(data) ? data : (data?.results ?? []);
