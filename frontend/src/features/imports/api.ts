import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import type { Collection, Effects, ImportPreview, NamePreset, Performer } from '../../shared/api/generated';
import type { Page } from '../../shared/api/types';
import type { FileKey } from './sending';

export type { Effects, ImportPreview, NamePreset, Performer };
export type CollectionInfo = Collection;

export interface ImportInfo {
  id: string;
  state: string;
  dry_run: boolean;
  manifest_name: string;
  collection: string;
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
  performance: string;
  part: string;
}
export interface ImportDetail extends ImportInfo {
  mapping: { constants?: Record<string, string> };
  changes: Record<string, number>;
  differences: { field: string; before: string; after: string; motions: number }[];
  pairs: number;
  alone: number;
  rows: ImportRow[];
  next: string | null;
}

export interface Reading {
  manifest: File | null;
  collection: string;
  mapping: string;
}
export interface Start extends Reading {
  staged: FileKey[];
  dryRun: boolean;
}

export const importEnded = (i: Pick<ImportInfo, 'state'> | undefined): boolean =>
  !!i && ['done', 'failed', 'cancelled'].includes(i.state);

function form({ manifest, collection, mapping }: Reading): FormData {
  const data = new FormData();
  if (manifest) data.append('manifest', manifest);
  if (mapping) data.append('mapping', mapping);
  if (collection) data.append('collection', collection);
  return data;
}

type Started = { import: ImportInfo; job: string | null };

function useStarting<T>(slug: string, start: (given: T) => Promise<Started>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: start,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['imports', slug] });
      void client.invalidateQueries({ queryKey: ['jobs', slug] });
    },
  });
}

export const useStartImport = (slug: string) =>
  useStarting(slug, (given: Start) => {
    const data = form(given);
    if (given.staged.length > 0) data.append('staged', JSON.stringify(given.staged));
    data.append('dry_run', given.dryRun ? 'true' : 'false');
    return api.post<Started>(`/projects/${slug}/imports`, data);
  });

/** Does what a dry run tried out, with the files it had. */
export const useApplyImport = (slug: string) =>
  useStarting(slug, (id: string) => api.post<Started>(`/projects/${slug}/imports/${id}/apply`));

export const useImports = (slug: string) =>
  useQuery({
    queryKey: ['imports', slug],
    queryFn: () => api.get<Page<ImportInfo>>(`/projects/${slug}/imports?limit=20`),
  });

/** While it runs its first rows; all of them once it has ended. */
async function readReport(path: string): Promise<ImportDetail> {
  const report = await api.get<ImportDetail>(`${path}?limit=500`);
  while (importEnded(report) && report.next !== null) {
    const more = await api.get<ImportDetail>(`${path}?limit=5000&after=${report.next}`);
    report.rows.push(...more.rows);
    report.next = more.next;
  }
  return report;
}

export const useImport = (slug: string, id: string | null) =>
  useQuery({
    queryKey: ['import', slug, id],
    enabled: id !== null,
    placeholderData: undefined,
    queryFn: () => readReport(`/projects/${slug}/imports/${id}`),
    refetchInterval: (q) =>
      importEnded(q.state.data) && !(q.state.data?.counts.waiting_for_inspection ?? 0) ? false : 1200,
  });

export const useCollections = (slug: string) =>
  useQuery({
    queryKey: ['collections', slug],
    queryFn: () => api.get<CollectionInfo[]>(`/projects/${slug}/collections`),
  });

export const useNamePresets = (slug: string) =>
  useQuery({
    queryKey: ['name-presets'],
    staleTime: Infinity,
    queryFn: () => api.get<NamePreset[]>(`/projects/${slug}/imports/preview`),
  });

const gzipped = (text: string) =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();

/** `version` stands for the choice of files: thousands of names are no key. They are sent gzipped, a tenth. */
export const usePreview = (
  slug: string,
  version: number,
  paths: readonly string[],
  reading: Reading | null,
  search: string,
) =>
  useQuery({
    queryKey: ['import-preview', slug, version, reading?.mapping, reading?.collection, search],
    enabled: reading !== null && (paths.length > 0 || reading.manifest !== null),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const data = form(reading!);
      if (paths.length > 0) data.append('names', await gzipped(JSON.stringify(paths)), 'names.json.gz');
      if (search) data.append('search', search);
      return api.post<ImportPreview>(`/projects/${slug}/imports/preview`, data, { signal });
    },
  });

export const usePerformers = (slug: string, collection: string) =>
  useQuery({
    queryKey: ['performers', slug, collection],
    queryFn: () => api.get<Performer[]>(`/projects/${slug}/collections/${collection}/performers`),
  });
