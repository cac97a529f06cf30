import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ApiError, query } from '../../shared/api/client';
import { jobEnded } from '../../shared/api/jobs';
import type { Page } from '../../shared/api/types';
import type { Cue, VideoSource } from '../../shared/video';
import type { Content, Newer, Problem, Saved, Segment, SubtitleLine } from '../../shared/items';

export interface ItemRow {
  id: string;
  external_id: string;
  /** Both empty while nobody has said what kind of question a mapped draft is. */
  granularity: string;
  type: string;
  state: string;
  question: string;
  video: { id: string; name: string } | null;
  video_name: string;
  author: string | null;
  revisions: number;
  lints: number;
  origin: string;
  has_draft: boolean;
  is_synthetic: boolean;
  created_at: string;
  saved_at: string;
}
export interface Revision {
  number: number;
  author: string;
  created_at: string;
  digest: string;
  content: Partial<Content>;
}
export interface ItemReference {
  options: { letter: string; text: string; is_answer: boolean }[];
  answer: string;
}
export interface ItemDraft {
  content: Partial<Content>;
  version: number;
  based_on: number;
  saved_at: string;
  saved_by: string;
}
export interface ItemDetail extends Omit<ItemRow, 'revisions'> {
  draft: ItemDraft | null;
  draft_version: number;
  revisions: Revision[];
  problems: Problem[];
  reference: ItemReference | null;
  needs_scope_recheck: boolean;
  can_edit: boolean;
}
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

export const itemsPath = (slug: string): string => `/projects/${slug}/items`;

export const useItem = (slug: string, id: string) =>
  useQuery({
    queryKey: ['item', slug, id],
    queryFn: () => api.get<ItemDetail>(`${itemsPath(slug)}/${id}`),
    // A desk begins from what the server has now, never from what was there at the last visit.
    placeholderData: undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** What is written now: the draft, else the latest revision. */
export const contentOf = (item: Pick<ItemDetail, 'draft' | 'revisions'>): Partial<Content> =>
  item.draft?.content ?? item.revisions.at(-1)?.content ?? {};

/** A refusal for a stale version says what stands instead; where that is a revision, it is fetched. */
async function withNewer(path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 409) return error;
  const newer = error.body as unknown as Partial<Newer>;
  if (newer.draft || typeof newer.draft_version !== 'number') return error;
  const item = await api.get<ItemDetail>(path);
  const body = { ...error.body, draft: { content: contentOf(item) }, draft_version: item.draft_version };
  return new ApiError(error.status, error.code, error.message, error.fields, body);
}

export async function saveDraft(
  slug: string,
  id: string,
  content: Content,
  base_version: number,
): Promise<Saved> {
  const path = `${itemsPath(slug)}/${id}`;
  try {
    return await api.put<Saved>(`${path}/draft`, { content, base_version });
  } catch (error) {
    throw await withNewer(path, error);
  }
}

export interface Submitted {
  revision: Revision;
  draft_version: number;
  problems: Problem[];
}
export async function submitDraft(
  slug: string,
  id: string,
  base_version: number,
  scope_rechecked: boolean,
): Promise<Submitted> {
  const path = `${itemsPath(slug)}/${id}`;
  try {
    return await api.post<Submitted>(`${path}/submit`, { base_version, scope_rechecked });
  } catch (error) {
    throw await withNewer(path, error);
  }
}

/** After a write: the item, the lists and the counts show what the server has. */
export function useItemsChanged(slug: string) {
  const client = useQueryClient();
  return (id?: string) => {
    void client.invalidateQueries({ queryKey: ['rows', itemsPath(slug)] });
    if (id) void client.invalidateQueries({ queryKey: ['item', slug, id] });
  };
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

export const fetchLines = (slug: string, video: string, segments: Segment[] | null) =>
  api.post<{ subtitles: SubtitleLine[] }>(`${itemsPath(slug)}/subtitles`, { video, segments });

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

/** What the item page needs of a video: the player's source, and which subtitles it has. */
export interface ItemVideo extends VideoSource {
  state: string;
  duration_s: number | null;
  subtitles: { id: string; language: string; label: string; cues: number }[];
}
export const useItemVideo = (slug: string, id: string | null) =>
  useQuery({
    queryKey: ['video', slug, id],
    enabled: id !== null,
    placeholderData: undefined,
    queryFn: () => api.get<ItemVideo>(`/projects/${slug}/videos/${id}`),
  });

export const useCues = (slug: string, video: string, track: string | null) =>
  useQuery({
    queryKey: ['track', slug, video, track],
    enabled: track !== null,
    placeholderData: undefined,
    staleTime: 60_000,
    queryFn: () => api.get<{ cues: Cue[] }>(`/projects/${slug}/videos/${video}/subtitles/${track}`),
  });
