import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { api } from '../api/client';
import { cursorOf } from '../api/list';
import { OF_ME, useMe } from '../api/session';
import type { Me, Page } from '../api/types';
import { useGo } from '../lib/url';
import { filtersOf, whereOf } from './address';

export interface FacetOption {
  value: string;
  label: string;
  n: number;
}
export interface FacetGroup {
  id: string;
  label: string;
  options: FacetOption[];
  more: number;
}
export interface Facets {
  total: number;
  facets: FacetGroup[];
}
export interface SavedFilter {
  id: string;
  library: string;
  name: string;
  query: string;
  is_shared: boolean;
  is_default: boolean;
  is_mine: boolean;
  owner: string;
}
export interface BulkRun {
  id: string;
  action: string;
  state: string;
  total: number;
  waiting: number;
  done: number;
  refused: number;
  refusals: { id: string; name: string; reason: string }[];
  job: string | null;
  undoes: string | null;
  can_undo: boolean;
}
export interface BulkRequest {
  action: string;
  arguments: Record<string, unknown>;
  ids?: string[];
  everything?: boolean;
  where?: string;
  besides?: string[];
  expected?: number;
}

export interface Foreseen {
  n: number;
  what: string;
  changes: boolean;
}
interface Loaded {
  pages: Page<{ id: string }>[];
  pageParams: (string | null)[];
}

const PAGE = 100;
/** So many pages are read again as they are; longer lists in pages of the largest size. */
const FEW_PAGES = 6;
const LARGEST = 500;

const isShort = (list: { state: { data?: unknown } }): boolean =>
  ((list.state.data as Loaded | undefined)?.pages.length ?? 0) <= FEW_PAGES;

export function readPage<T>(
  path: string,
  where: string,
  cursor: string | null,
  limit = PAGE,
  signal?: AbortSignal,
): Promise<Page<T>> {
  const parts = [where, `limit=${limit}`, cursor && `cursor=${encodeURIComponent(cursor)}`];
  return api.get<Page<T>>(`${path}?${parts.filter(Boolean).join('&')}`, signal ? { signal } : {});
}

/** A list read anew from its beginning, as far as it was loaded, so that nobody loses their place in it. */
async function readAsFar(path: string, where: string, rows: number): Promise<Loaded> {
  const pages: Loaded['pages'] = [];
  const pageParams: Loaded['pageParams'] = [];
  let cursor: string | null = null;
  let found = 0;
  do {
    const page: Loaded['pages'][number] = await readPage(path, where, cursor, LARGEST);
    pages.push(page);
    pageParams.push(cursor);
    found += page.results.length;
    cursor = cursorOf(page.next);
  } while (cursor && found < rows);
  return { pages, pageParams };
}

/** The address as the list's state. A choice is a step that Back takes back; typing is not. */
export function useAddress(): {
  params: URLSearchParams;
  where: string;
  go: (next: URLSearchParams, options?: { replace?: boolean }) => void;
} {
  const search = useSearch();
  const [location] = useLocation();
  const navigate = useGo();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const where = useMemo(() => whereOf(params), [params]);
  const go = useCallback(
    (next: URLSearchParams, options: { replace?: boolean } = {}) => {
      const text = next.toString();
      navigate(text ? `${location}?${text}` : location, options);
    },
    [location, navigate],
  );
  return { params, where, go };
}

export const listPath = (slug: string, name: string): string => `/projects/${slug}/${name}`;

export function useLibraryRows<T>(path: string, where: string) {
  const result = useInfiniteQuery({
    queryKey: ['rows', path, where],
    queryFn: ({ pageParam, signal }) => readPage<T>(path, where, pageParam, PAGE, signal),
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => cursorOf(last.next),
  });
  const pages = result.data?.pages;
  const rows = useMemo(() => pages?.flatMap((page) => page.results) ?? [], [pages]);
  return { ...result, rows };
}

export const useFacets = (path: string, where: string) =>
  useQuery({
    queryKey: ['facets', path, filtersOf(where)],
    queryFn: ({ signal }) => api.get<Facets>(`${path}/facets?${filtersOf(where)}`, { signal }),
  });

/** A long list read anew. What changed it meanwhile, a later reading or a page that came, makes this one old. */
export async function readLongAgain(client: QueryClient, path: string, queryKey: QueryKey): Promise<void> {
  const now = () => client.getQueryState<Loaded>(queryKey);
  const since = now();
  const rows = since?.data?.pages.reduce((n, page) => n + page.results.length, 0) ?? 0;
  try {
    const loaded = await readAsFar(path, queryKey[2] as string, rows);
    if (now()?.dataUpdateCount !== since?.dataUpdateCount) return await readLongAgain(client, path, queryKey);
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, loaded);
  } catch {
    void client.resetQueries({ queryKey });
  }
}

/** What an action changed is read again, the rows as far as they were loaded; the old ones stay until then. */
export function useReadAgain(path: string): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: ['facets', path] });
    for (const list of client.getQueryCache().findAll({ queryKey: ['rows', path] })) {
      const { queryKey } = list;
      if (isShort(list)) void client.invalidateQueries({ queryKey });
      else if (!list.isActive()) client.removeQueries({ queryKey });
      else void readLongAgain(client, path, queryKey);
    }
    void client.invalidateQueries({ queryKey: ['project'] });
  }, [client, path]);
}

const ended = (run: BulkRun | undefined): boolean =>
  !!run && (run.waiting === 0 || ['failed', 'cancelled'].includes(run.state));

/** A bulk action from the press to its end, and the way back. */
export function useBulk(slug: string, name: string) {
  const path = listPath(slug, name);
  const client = useQueryClient();
  const readAgain = useReadAgain(path);
  const keep = (run: BulkRun) => client.setQueryData(['bulk', slug, run.id], run);
  const start = useMutation({
    mutationFn: (asked: BulkRequest) => api.post<BulkRun>(`${path}/bulk`, asked),
    onSuccess: keep,
  });
  const foresee = useMutation({
    mutationFn: (asked: BulkRequest) => api.post<Foreseen[]>(`${path}/bulk/foresee`, asked),
  });
  const undo = useMutation({
    mutationFn: (run: string) => api.post<BulkRun>(`/projects/${slug}/bulk/${run}/undo`),
    onSuccess: keep,
  });
  const id = undo.data?.id ?? start.data?.id ?? null;
  const run = useQuery({
    queryKey: ['bulk', slug, id],
    enabled: id !== null,
    placeholderData: undefined,
    queryFn: () => api.get<BulkRun>(`/projects/${slug}/bulk/${id}`),
    refetchInterval: (q) => (ended(q.state.data) ? false : 1000),
  }).data;
  const over = ended(run);
  useEffect(() => {
    if (id !== null && over) readAgain();
  }, [id, over, readAgain]);
  const forget = () => {
    start.reset();
    undo.reset();
  };
  return { start, undo, foresee, run: id === null ? undefined : run, over, forget };
}

export function useSavedFilters(slug: string, library: string) {
  const client = useQueryClient();
  const base = `/projects/${slug}/saved-filters`;
  const key = ['saved-filters', slug, library];
  const list = useQuery({
    queryKey: key,
    queryFn: () => api.get<SavedFilter[]>(`${base}?library=${library}`),
  });
  const onSuccess = () => client.invalidateQueries({ queryKey: key.slice(0, 2) });
  const save = useMutation({
    mutationFn: (filter: { name: string; query: string; is_shared: boolean }) =>
      api.post<SavedFilter>(base, { library, ...filter }),
    onSuccess,
  });
  const change = useMutation({
    scope: { id: base },
    mutationFn: ({ id, ...changes }: { id: string } & Partial<SavedFilter>) =>
      api.patch<SavedFilter>(`${base}/${id}`, changes),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${base}/${id}`), onSuccess });
  const restore = useMutation({
    mutationFn: (id: string) => api.post<SavedFilter>(`${base}/${id}/restore`),
    onSuccess,
  });
  return { list, save, change, remove, restore };
}

export interface ViewChoice {
  view: 'table' | 'grid';
  dense: boolean;
}

const listsOf = (me: Me | null | undefined) =>
  (me?.preferences?.lists ?? {}) as Record<string, Partial<ViewChoice> | undefined>;

/** How somebody looks at a list; kept with the person, so that it is the same on every machine. */
export function useViewChoice(library: string): [ViewChoice, (part: Partial<ViewChoice>) => void] {
  const client = useQueryClient();
  const me = useMe().data;
  const save = useMutation({
    scope: OF_ME,
    // Joined when its turn comes: what went out before it, of another list too, has been answered by then.
    mutationFn: (next: ViewChoice) =>
      api.patch<Me>('/me', {
        preferences: { lists: { ...listsOf(client.getQueryData<Me>(['me'])), [library]: next } },
      }),
    onSuccess: (next) => client.setQueryData(['me'], next),
  });
  const kept = (save.isPending ? save.variables : listsOf(me)[library]) ?? {};
  const choice: ViewChoice = { view: kept.view === 'grid' ? 'grid' : 'table', dense: kept.dense === true };
  return [choice, (part) => save.mutate({ ...choice, ...part })];
}
