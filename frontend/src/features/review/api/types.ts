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

/** A check of the episode (bounds, frame) or of its motion (thresholds, spans). */
export interface Check {
  id: string;
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
  measured: Record<string, Measured>;
  clips: Clip[];
  scene: { stage_url: string; map_url: string };
  motion: MotionRef;
  robot_start: Pose;
}

export interface Lease {
  id: string;
  /** OPEN, or HELD once decided. */
  state: string;
  expires_at: string;
  position: number;
  total: number;
  episode: EpisodeView;
  judgements: Question[];
  skip_reasons: Reason[];
  policy: { break_minutes: number; fold_checks: boolean; lease_minutes: number };
  /** What was decided before it was taken back. */
  decision: { judgements: Record<string, Judgement>; note: string; pins: Pin[] } | null;
}

export interface Batch {
  id: string;
  kind: string;
  name: string;
  waiting_for_you: number;
  held_by_others: number;
  held_until: string | null;
  mean_minutes: number | null;
}

export interface Queue {
  batches: Batch[];
  reasons: Record<string, Reason[]>;
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
  episode: string;
  verdict: Verdict;
  held: boolean;
  decided_at: string;
  judgements: Record<string, Judgement>;
}
