/** An item and its draft on the server, as every page that writes one needs them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ApiError } from '../api/client';
import type { Content, Newer, Problem, Saved, Segment, SubtitleLine } from '../items';
import type { Cue, VideoSource } from '../video';

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
  /** Nobody can work with the item's video any more. */
  video_lost: boolean;
  is_synthetic: boolean;
  created_at: string;
  saved_at: string;
}
export interface Revision {
  number: number;
  author: string;
  created_at: string;
  digest: string;
  /** A draft that somebody looked at and submitted as it was. */
  confirmed: boolean;
  content: Partial<Content>;
}
export interface ItemReference {
  options: { letter: string; text: string; is_answer: boolean }[];
  answer: string;
}
export interface ItemDraft {
  content: Partial<Content>;
  /** What it began with: a proposal, a question as it came in, or a revision. */
  initial: Partial<Content>;
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
  /** Who has a draft of nobody, and until when. */
  reservation: { mine: boolean; expires_at: string; person: string | null } | null;
  video_loss: VideoLoss | null;
  /** Why the last round sent it back; only its author is told. */
  returned: Returned | null;
  discard_reason: string;
  work_seconds: number;
}
/** Why nobody can work with an item's video any more. */
export interface VideoLoss {
  code: string;
  message: string;
}
export interface Returned {
  round: number;
  reasons: {
    judgement: string;
    labels: string[];
    note: string;
    pins: { time_s: number; note: string }[];
  }[];
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

export interface Beat {
  expires_at: string | null;
  seconds: number;
  video_loss: VideoLoss | null;
}
/** A sign of life of the page on which an item is written, with the seconds of real work since the last one. */
export const sendBeat = (slug: string, id: string, active_s: number, keepalive = false) =>
  api.post<Beat>(`${itemsPath(slug)}/${id}/heartbeat`, { active_s }, { keepalive });

/** Goes on with what was submitted: before it is put out for review, and after that until a reviewer is given it. */
export async function reopenItem(slug: string, id: string): Promise<ItemDetail> {
  try {
    return await api.post<ItemDetail>(`${itemsPath(slug)}/${id}/reopen`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'item.in_review') throw error;
    await api.post<unknown>(`${itemsPath(slug)}/${id}/recall`);
    return await api.get<ItemDetail>(`${itemsPath(slug)}/${id}`);
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

export const fetchLines = (slug: string, video: string, segments: Segment[] | null) =>
  api.post<{ subtitles: SubtitleLine[] }>(`${itemsPath(slug)}/subtitles`, { video, segments });

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

/** Where a clip may end at the latest, as the server has it (QU54). */
export const endOf = (video: Pick<ItemVideo, 'duration_s'> | undefined): number | null =>
  video?.duration_s == null ? null : Math.ceil(video.duration_s * 1000 - 1e-6) / 1000;

export const useCues = (slug: string, video: string, track: string | null) =>
  useQuery({
    queryKey: ['track', slug, video, track],
    enabled: track !== null,
    placeholderData: undefined,
    staleTime: 60_000,
    queryFn: () => api.get<{ cues: Cue[] }>(`/projects/${slug}/videos/${video}/subtitles/${track}`),
  });
