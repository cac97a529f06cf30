/** What the review endpoints send. Nothing here names a label, a file, a performer or anybody else's verdict. */
import type { MapScene } from '../../../shared/map/plan';

export type { MapScene };

export interface Pose {
  position: [number, number, number];
  yaw: number;
  pitch?: number;
}

export interface Clip {
  id: string;
  setting: string;
  width: number;
  height: number;
  fps: number;
  frames: number;
  video_url: string;
  frames_url: string;
  poster_url?: string | null;
  camera: { hfov_deg: number };
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
  outcome: 'pass' | 'warn' | 'fail';
  message?: string;
  threshold_warn?: number | null;
  threshold_fail?: number | null;
  spans?: [number, number][];
}

export interface Reason {
  code: string;
  label: string;
  digit?: number | null;
}

export interface JudgementForm {
  id: string;
  label: string;
  reasons: Reason[];
}

export interface MotionRef {
  retargeted_url: string;
  position: [number, number, number];
  yaw: number;
  frames: number;
  fps: number;
  top?: string;
}
