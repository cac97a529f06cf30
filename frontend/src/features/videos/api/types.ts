import type { Cue, MediaNote, Probe, Segment, Sprite, SubtitleNote } from '../../../shared/api/generated';
import type { JobInfo } from '../../../shared/api/types';

export type {
  AudioStream,
  Cue,
  MediaNote,
  Probe,
  Segment,
  Sprite,
  SubtitleNote,
  SubtitleStream,
} from '../../../shared/api/generated';

/** What the server says about videos, as far as these pages read it. */
export interface VideoRow {
  id: string;
  name: string;
  source: string;
  domain: string;
  state: string;
  duration_s: number | null;
  rate: string | null;
  width: number | null;
  height: number | null;
  has_audio: boolean | null;
  subtitle_tracks: number;
  clips: number;
  poster_url: string | null;
  content_warnings: string[];
  notes: MediaNote[];
  is_synthetic: boolean;
  created_at: string;
}
export interface Rights {
  licence: string;
  may_redistribute: string;
  may_send_to_external_model: boolean;
}
export interface TrackRow {
  id: string;
  language: string;
  label: string;
  origin: string;
  format: string;
  encoding: string;
  encoding_guessed: boolean;
  cues: number;
  notes: number;
  name: string;
}
export interface TrackDetail extends Omit<TrackRow, 'cues' | 'notes'> {
  cues: Cue[];
  notes: SubtitleNote[];
}
export interface SubtitlePreview {
  track: TrackRow | null;
  replaces: string | null;
  format: string;
  encoding: string;
  encoding_guessed: boolean;
  cue_count: number;
  cues_preview: Cue[];
  notes: SubtitleNote[];
}
export interface PreparedClip {
  id: string;
  segments: Segment[] | null;
  state: string;
  frame_count: number | null;
  duration_s: number | null;
  video_url: string | null;
  frames_url: string | null;
  poster_url: string | null;
  error: string;
  created_at: string;
  title: string;
  source_frames: number[][];
}
export interface VideoDetail extends Omit<VideoRow, 'subtitle_tracks' | 'clips'> {
  external_id: string;
  rights: Rights;
  probe: Probe | null;
  proxy: { url: string; rate: string; frames: number; bytes: number } | null;
  frames_url: string | null;
  peaks_url: string | null;
  sprite: Sprite | null;
  cuts: number[] | null;
  subtitles: TrackRow[];
  clips: PreparedClip[];
  provenance: {
    file: string;
    sha256: string;
    size_bytes: number;
    registered_by: string | null;
    registered_at: string;
    prepared_at: string | null;
  };
  steps_done: string[];
  original_url: string | null;
  job: JobInfo | null;
}
export interface Upload {
  id: string;
  name: string;
  size: number;
  sha256: string;
}
export interface Defaults {
  source: string;
  licence: string;
  may_redistribute: string;
  may_send_to_external_model: boolean;
  domain: string;
  content_warnings: string[];
}
export interface RegistrationInfo {
  id: string;
  state: string;
  dry_run: boolean;
  created_at: string;
  created_by: string;
  finished_at: string | null;
  failure: string;
  job_id: string | null;
  counts: Record<string, number>;
}
export interface RegistrationRow {
  number: number;
  kind: string;
  file: string;
  outcome: string;
  change: string;
  changes: { field: string; before: string; after: string }[];
  warnings: string[];
  reason: string;
  line: number | null;
  field: string;
  video: string | null;
}
export interface RegistrationDetail extends RegistrationInfo {
  rows: RegistrationRow[];
  next: string | null;
}
