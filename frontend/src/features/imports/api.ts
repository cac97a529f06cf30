import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import type { Page } from '../../shared/api/types';

export interface ImportInfo {
  id: string;
  state: string;
  dry_run: boolean;
  manifest_name: string;
  created_at: string;
  created_by: string;
  finished_at: string | null;
  failure: string;
  job_id: string | null;
  counts: Record<string, number>;
}
export interface ImportRow {
  number: number;
  file: string;
  outcome: string;
  change: string;
  reason: string;
  line: number | null;
  field: string;
  warnings: (string | { message: string })[];
  motion: string | null;
}
export interface ImportDetail extends ImportInfo {
  rows: ImportRow[];
  next: string | null;
}
export interface CollectionInfo {
  id: string;
  name: string;
  licence: string;
  may_redistribute: string;
  motions: number;
  is_synthetic: boolean;
  label_mapping_version: number | null;
}

export interface Upload {
  files: File[];
  zip: File | null;
  manifest: File | null;
  collection: string;
  mapping: string;
  dryRun: boolean;
}

export const importEnded = (i: Pick<ImportInfo, 'state'> | undefined): boolean =>
  !!i && ['done', 'failed', 'cancelled'].includes(i.state);

export function useStartImport(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (u: Upload) => {
      const form = new FormData();
      for (const file of u.files) form.append('files', file);
      if (u.files.length > 0)
        form.append('paths', JSON.stringify(u.files.map((f) => f.webkitRelativePath || f.name)));
      if (u.zip) form.append('zip', u.zip);
      if (u.manifest) form.append('manifest', u.manifest);
      if (u.mapping) form.append('mapping', u.mapping);
      if (u.collection) form.append('collection', u.collection);
      form.append('dry_run', u.dryRun ? 'true' : 'false');
      return api.post<{ import: ImportInfo; job: string | null }>(`/projects/${slug}/imports`, form);
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['imports', slug] });
      void client.invalidateQueries({ queryKey: ['jobs', slug] });
    },
  });
}

export const useImports = (slug: string) =>
  useQuery({
    queryKey: ['imports', slug],
    queryFn: () => api.get<Page<ImportInfo>>(`/projects/${slug}/imports?limit=20`),
  });

export const useImport = (slug: string, id: string | null) =>
  useQuery({
    queryKey: ['import', slug, id],
    enabled: id !== null,
    placeholderData: undefined,
    queryFn: () => api.get<ImportDetail>(`/projects/${slug}/imports/${id}`),
    refetchInterval: (q) =>
      importEnded(q.state.data) && !(q.state.data?.counts.waiting_for_inspection ?? 0) ? false : 1200,
  });

export const useCollections = (slug: string) =>
  useQuery({
    queryKey: ['collections', slug],
    queryFn: () => api.get<CollectionInfo[]>(`/projects/${slug}/collections`),
  });
