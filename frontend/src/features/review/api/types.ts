/** What the review endpoints send. Nothing here names a label, a file, a performer or anybody else's verdict. */
import type { MapScene } from '../../../shared/map/plan';
import type { Clip } from '../../../shared/api/types';
import type { Judgement, Pin, Question, Verdict } from '../model/judging';

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

export interface Check {
  id: string;
  label?: string;
  value: number | null;
  unit: string;
  low?: number | null;
  high?: number | null;
  outcome: string;
  /** geometric, measured (by the engine) or rendered. */
  stage?: string;
  message?: string;
  /** The motion's frame that decided, where there is one. */
  frame?: number | null;
}

export interface Reason {
  code: string;
  label: string;
  digit?: number | null;
}

export interface MotionRef {
  retargeted_url: string;
  position: [number, number, number];
  yaw: number;
  frames: number;
  fps: number;
  tops?: string[];
}

export interface EpisodeView {
  id: string;
  family: string;
  challenge: string;
  checks: Check[];
  measured?: Record<string, unknown>;
  clips: Clip[];
  scene: { stage_url: string; map_url: string };
  motion: MotionRef;
  robot_start: Pose;
}

export interface Lease {
  id: string;
  expires_at: string;
  position: number;
  total: number;
  episode: EpisodeView;
  judgements: Question[];
  skip_reasons?: Reason[];
  policy?: { break_minutes?: number; fold_checks?: boolean };
  /** What was decided before it was taken back. */
  decision?: { judgements: Record<string, Judgement>; note: string; pins: Pin[] } | null;
  /** Files of the next ones, named before they are leased. */
  prefetch?: string[];
}

export interface Batch {
  id: string;
  kind: string;
  name?: string;
  waiting_for_you: number;
  held_by_others: number;
  held_until: string | null;
  mean_minutes: number | null;
  content_warnings?: string[];
}

export interface Queue {
  batches: Batch[];
  reasons?: { judgement?: Reason[] };
  skip_reasons?: Reason[];
}

export interface Decided {
  id: string;
  episode: string;
  verdict: Verdict;
  held: boolean;
  decided_at: string;
  judgements?: Record<string, Judgement>;
}
