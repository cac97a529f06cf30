import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../shared/api/client';
import { jobEnded } from '../../shared/api/jobs';
import type { Page } from '../../shared/api/types';
import { itemsPath, useItemsChanged, type ItemDetail } from '../../shared/desk/api';
import type { Problem, Segment } from '../../shared/items';

export interface ItemImportInfo {
  id: string;
  state: string;
  dry_run: boolean;
  file_name: string;
  file_size_bytes: number;
  created_at: string;
  created_by: string;
  finished_at: string | null;
  failure: string;
  job_id: string | null;
  counts: Record<string, number>;
}
export interface ItemImportRow {
  number: number;
  line: number | null;
  external_id: string;
  outcome: string;
  problems: Problem[];
  item: string | null;
}
export interface ItemImportDetail extends ItemImportInfo {
  mapping: Record<string, unknown> | null;
  rows: ItemImportRow[];
  next: string | null;
}

export interface NewItem {
  granularity: string;
  type: string;
  video: string;
  segments: Segment[] | null;
  rubric_family: string;
}
export function useNewItem(slug: string) {
  const changed = useItemsChanged(slug);
  return useMutation({
    mutationFn: (item: NewItem) => api.post<ItemDetail>(itemsPath(slug), item),
    onSuccess: () => changed(),
  });
}

export function useChangeItem(slug: string, id: string) {
  const client = useQueryClient();
  const changed = useItemsChanged(slug);
  return useMutation({
    mutationFn: (patch: { granularity?: string; type?: string; video?: string | null }) =>
      api.patch<ItemDetail>(`${itemsPath(slug)}/${id}`, patch),
    onSuccess: (item) => {
      client.setQueryData(['item', slug, id], item);
      changed(id);
    },
  });
}

export function useLinkItems(slug: string) {
  const changed = useItemsChanged(slug);
  return useMutation({
    mutationFn: () => api.post<{ linked: number; unlinked: number }>(`${itemsPath(slug)}/link`),
    onSuccess: () => changed(),
  });
}

export function useDiscardDraft(slug: string, id: string) {
  const changed = useItemsChanged(slug);
  return useMutation({
    mutationFn: (base_version: number) =>
      api.delete<void>(`${itemsPath(slug)}/${id}/draft${query({ base_version: String(base_version) })}`),
    onSuccess: () => changed(),
  });
}

export interface VideoChoice {
  id: string;
  name: string;
  source: string;
  state: string;
  duration_s: number | null;
}
export const useVideos = (slug: string, search: string, enabled = true) =>
  useQuery({
    queryKey: ['video-choices', slug, search],
    enabled,
    queryFn: () => api.get<Page<VideoChoice>>(`/projects/${slug}/videos${query({ search, limit: 50 })}`),
  });

export function useStartItemImport(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: { file: File; mapping: string; dryRun: boolean }) => {
      const form = new FormData();
      form.append('file', given.file);
      if (given.mapping) form.append('mapping', given.mapping);
      form.append('dry_run', given.dryRun ? 'true' : 'false');
      return api.post<{ import: ItemImportInfo; job: string | null }>(`${itemsPath(slug)}/imports`, form);
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: ['item-imports', slug] }),
  });
}

export const useItemImports = (slug: string) =>
  useQuery({
    queryKey: ['item-imports', slug],
    queryFn: () => api.get<Page<ItemImportInfo>>(`${itemsPath(slug)}/imports?limit=20`),
  });

/** The whole report, page after page: it is filtered and saved as a table in the browser. */
async function fetchImport(path: string): Promise<ItemImportDetail> {
  const report = await api.get<ItemImportDetail>(path);
  let { next } = report;
  const rows = [...report.rows];
  while (next) {
    const page = await api.get<ItemImportDetail>(`${path}?after=${next}`);
    rows.push(...page.rows);
    next = page.next;
  }
  return { ...report, rows, next: null };
}

export const useItemImport = (slug: string, id: string) =>
  useQuery({
    queryKey: ['item-import', slug, id],
    placeholderData: undefined,
    queryFn: () => fetchImport(`${itemsPath(slug)}/imports/${id}`),
    refetchInterval: (q) => (jobEnded(q.state.data) ? false : 1000),
  });
