/** What the review endpoints send. Nothing here names a label, a file, a performer or anybody else's verdict. */
import type { MapScene } from '../../../shared/map/plan';
import type { Clip } from '../../../shared/api/types';
import type { Answer, Details, Rubric, SubtitleLine } from '../../../shared/items';
import type { PersonView } from '../../../shared/scene3d/people';
import type { Cue, SpriteSheets } from '../../../shared/video';
import type { Judgement, Kind, Pin, Question, Verdict } from '../model/judging';

export type { Clip, MapScene };

export interface Pose {
  position: [number, number, number];
  yaw: number;
  pitch?: number;
}

export interface ClipFrame {
  t: number;
  camera: Pose;
  visible_fraction: number | null;
  distance_m: number | null;
  bearing_deg: number | null;
}

/** A check of the episode (bounds, frame) or of a motion in it (thresholds, spans; in a dyad whose: A or B). */
export interface Check {
  id: string;
  part?: string;
  label?: string;
  value: number | null;
  unit: string;
  outcome: string;
  low?: number | null;
  high?: number | null;
  message?: string;
  /** The motion's frame that decided, where there is one. */
  frame?: number | null;
  threshold_warn?: number | null;
  threshold_fail?: number | null;
  /** First and last frame of the motion where it does not hold. */
  spans?: [number, number][];
}

export type Measured = Pick<Check, 'label' | 'value' | 'unit' | 'low' | 'high' | 'outcome'>;

export interface Reason {
  code: string;
  label: string;
  digit?: number | null;
}

export interface EpisodeView {
  id: string;
  family: string;
  challenge: string;
  action: string;
  target: string;
  anchor: { kind: string; position: [number, number, number]; yaw: number } | null;
  checks: Check[];
  measured: Record<string, Measured>;
  clips: Clip[];
  scene: { stage_url: string; map_url: string };
  avatar_url: string;
  people: PersonView[];
  robot_start: Pose;
}

export interface EvidenceView {
  start: number;
  end: number;
  /** The stage, factor or component it shows; null for the answer as a whole. */
  target: string | null;
}

/** The clip that was cut for a question about one scene; its time starts at 0 and leaves out what lies between parts. */
export interface ItemClip {
  video_url: string;
  frames_url: string;
  poster_url: string | null;
  frame_count: number;
  duration_s: number;
  rate: string;
  segments: { start: number; end: number }[];
}

export interface ItemVideo {
  id: string;
  proxy: { url: string; rate: string; frames: number; bytes?: number } | null;
  frames_url: string | null;
  peaks_url: string | null;
  poster_url?: string | null;
  sprite: SpriteSheets | null;
  cuts: number[] | null;
  duration_s: number | null;
  has_audio?: boolean | null;
  width?: number | null;
  height?: number | null;
  content_warnings: string[];
  subtitles: Cue[];
}

export interface ItemView {
  granularity: 'clip' | 'episode';
  type: string;
  question: string;
  answer: Answer;
  answer_details: Details | null;
  rubric: Rubric | null;
  evidence: EvidenceView[];
  subtitles: SubtitleLine[];
  /** What of the video the question is about; null for all of it. */
  segments: { start: number; end: number }[] | null;
  clip: ItemClip | null;
  video: ItemVideo | null;
}

export interface Policy {
  break_minutes: number;
  fold_checks: boolean;
  lease_minutes: number;
  covers_answer?: boolean;
}

export type SubjectView = { kind: 'episode'; episode: EpisodeView } | { kind: 'item'; item: ItemView };

/** What will come next, as its lease will show it. Nothing is leased by looking. */
export type Upcoming = SubjectView & {
  /** The episode's or item's id: what a lease is matched with, nothing else. */
  subject: string;
  batch: string;
  judgements: Question[];
  skip_reasons: Reason[];
  policy: Policy;
};

export type Lease = Upcoming & {
  id: string;
  /** OPEN, or HELD once decided. */
  state: string;
  expires_at: string;
  position: number;
  total: number;
  /** What was decided before it was taken back. */
  decision: { judgements: Record<string, Judgement>; note: string; pins: Pin[] } | null;
};

export interface Batch {
  id: string;
  kind: Kind;
  name: string;
  waiting_for_you: number;
  held_by_others: number;
  held_until: string | null;
  mean_minutes: number | null;
  /** Warnings of what it holds, so that one can decide to leave it. */
  content: string[];
}

export interface Queue {
  batches: Batch[];
  skip_reasons: Reason[];
  open_lease: string | null;
}

export interface Nothing {
  code: string;
  message: string;
  held_by_others: number;
  held_until: string | null;
}

export interface Decided {
  id: string;
  kind: Kind;
  subject: string;
  verdict: Verdict;
  held: boolean;
  decided_at: string;
  judgements: Record<string, Judgement>;
}
