/**
 * Arithmetic of frames and seconds for the one clock. Frames are evenly spaced, i on screen from i/fps to (i+1)/fps,
 * unless the timeline brings a spacing of its own. Seeking aims at the middle of a frame, so that a decoder's rounding
 * can never show a neighbour. Seconds are those of the media files that the clock drives.
 */
export interface Timeline {
  /** Frames in a second, on average where they are not evenly spaced. */
  fps: number;
  frames: number;
  /** -1 where something is on screen before the first frame; 0 if left out. */
  first?: number;
  spacing?: Spacing;
}

/** Where frames stand that are not evenly spaced: a video's frame table on its proxy. */
export interface Spacing {
  duration: number;
  frameAt(seconds: number): number;
  startOf(frame: number): number;
  middleOf(frame: number): number;
}

const ROUNDING_S = 1e-4;

export function durationOf({ fps, frames, spacing }: Timeline): number {
  return spacing?.duration ?? frames / fps;
}

export function clampFrame({ frames, first = 0 }: Timeline, frame: number): number {
  return Math.min(Math.max(first, Math.round(frame)), Math.max(0, frames - 1));
}

export function frameAt(timeline: Timeline, seconds: number): number {
  const { fps, spacing } = timeline;
  return clampFrame(timeline, spacing?.frameAt(seconds) ?? Math.floor((seconds + ROUNDING_S) * fps));
}

export function startOf({ fps, spacing }: Timeline, frame: number): number {
  return spacing?.startOf(frame) ?? frame / fps;
}

export function middleOf({ fps, spacing }: Timeline, frame: number): number {
  return spacing?.middleOf(frame) ?? (frame + 0.5) / fps;
}

/** The frame that is one second further or back, and never the same one. */
export function secondAway(timeline: Timeline, frame: number, direction: 1 | -1): number {
  if (!timeline.spacing) return frame + direction * Math.max(1, Math.round(timeline.fps));
  const there = frameAt(timeline, middleOf(timeline, frame) + direction);
  return there === frame ? frame + direction : there;
}

/** The longest clip decides: shorter ones stay on their last frame. */
export function commonTimeline(clips: readonly Timeline[]): Timeline {
  const fps = clips.reduce((most, clip) => Math.max(most, clip.fps), 0) || 30;
  const seconds = clips.reduce((most, clip) => Math.max(most, durationOf(clip)), 0);
  return { fps, frames: Math.max(1, Math.round(seconds * fps)) };
}

/** "3.10 s" beside "frame 93 of 131": the same instant, and both stay in step when frames are stepped. */
export function timecode(timeline: Timeline, frame: number): string {
  return `${startOf(timeline, frame).toFixed(2)} s`;
}

export const SPEEDS = [-2, -1, -0.5, 0.25, 0.5, 1, 1.5, 2] as const;

/** J and L walk along the speeds; from rest L plays forward and J plays back. */
export function nextSpeed(rate: number, playing: boolean, direction: 'slower' | 'faster'): number {
  if (!playing) return direction === 'faster' ? 1 : -1;
  if (direction === 'faster') return SPEEDS.find((speed) => speed > rate) ?? 2;
  return [...SPEEDS].reverse().find((speed) => speed < rate) ?? -2;
}

export type Correction = { kind: 'none' } | { kind: 'rate'; rate: number } | { kind: 'seek' };

/**
 * What a clip that follows the clock does about its drift (its time minus the clock's, seconds): nothing below a third
 * of a frame, a slightly different speed up to six frames, beyond that a jump.
 */
export function correctionFor(driftSeconds: number, rate: number, fps: number): Correction {
  const frames = Math.abs(driftSeconds) * fps;
  if (frames < 1 / 3) return { kind: 'none' };
  if (frames > 6) return { kind: 'seek' };
  return { kind: 'rate', rate: rate * (driftSeconds > 0 ? 0.92 : 1.08) };
}
