/** What the server says about videos, as far as these pages read it. */
export interface MediaNote {
  code: string;
  kind: 'remark' | 'warning' | 'refusal';
  message: string;
}
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
export interface AudioStream {
  index: number;
  codec: string;
  channels: number;
  sample_rate: number;
  language: string;
}
export interface SubtitleStream {
  index: number;
  codec: string;
  language: string;
  title: string;
  is_text: boolean;
}
export interface Probe {
  container: string;
  video_codec: string;
  width: number;
  height: number;
  rotation: number;
  time_base: string;
  start: string;
  rate: string;
  is_vfr: boolean;
  frame_count: number;
  duration: string;
  duration_s: number;
  header_duration_s: number | null;
  video_streams: number;
  audio: AudioStream[];
  subtitles: SubtitleStream[];
}
export interface Sprite {
  sheets: string[];
  columns: number;
  rows: number;
  tile_width: number;
  tile_height: number;
  times: number[];
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
export interface Cue {
  id: string;
  start: number;
  end: number;
  speaker: string | null;
  text: string;
}
export interface CueNote {
  line: number | null;
  kind: string;
  code: string;
  message: string;
}
export interface TrackDetail extends Omit<TrackRow, 'cues' | 'notes'> {
  cues: Cue[];
  notes: CueNote[];
}
export interface SubtitlePreview {
  track: TrackRow | null;
  cues_preview: Cue[];
  notes: CueNote[];
}
export interface Segment {
  start: number;
  end: number;
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
  };
  job: string | null;
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
  file: string;
  outcome: string;
  reason: string;
  line: number | null;
  field: string;
  video: string | null;
}
export interface RegistrationDetail extends RegistrationInfo {
  rows: RegistrationRow[];
}
