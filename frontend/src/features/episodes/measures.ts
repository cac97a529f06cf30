import type { ClipFrame } from './api';

/** From the head down, left before right, as the body hangs together. */
export const PARTS = [
  'head',
  'torso',
  'left_arm',
  'right_arm',
  'left_hand',
  'right_hand',
  'left_leg',
  'right_leg',
  'left_foot',
  'right_foot',
] as const;

export interface Run {
  from: number;
  /** One past the last frame. */
  to: number;
  /** A tenth of the visible fraction, 0 to 10; null where the part covers no pixel. */
  tenth: number | null;
}

/** Equal neighbours as one piece: a lane of a thousand frames draws a few dozen rectangles. */
export function runsOf(values: readonly (number | null | undefined)[]): Run[] {
  const runs: Run[] = [];
  values.forEach((value, frame) => {
    const tenth = value === null || value === undefined ? null : Math.round(value * 10);
    const last = runs.at(-1);
    if (last && last.tenth === tenth) last.to = frame + 1;
    else runs.push({ from: frame, to: frame + 1, tenth });
  });
  return runs;
}

export const meanOf = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((v): v is number => typeof v === 'number');
  return known.length === 0 ? null : known.reduce((sum, v) => sum + v, 0) / known.length;
};

export interface Curve {
  id: string;
  name: string;
  of: (frame: ClipFrame) => number | null | undefined;
  says: (value: number) => string;
}

export const CURVES: readonly Curve[] = [
  { id: 'distance', name: 'Distance', of: (f) => f.distance_m, says: (v) => `${v.toFixed(2)} m` },
  { id: 'bearing', name: 'Bearing', of: (f) => f.bearing_deg, says: (v) => `${v.toFixed(0)}°` },
  {
    id: 'joints',
    name: 'Joints in frame',
    of: (f) => f.joints_in_frame,
    says: (v) => `${v.toFixed(0)} of 22`,
  },
  { id: 'clearance', name: 'Clearance', of: (f) => f.clearance_m, says: (v) => `${v.toFixed(2)} m` },
];
