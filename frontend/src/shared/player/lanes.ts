/** What the lanes draw, worked out without drawing. */
export interface LaneData {
  setting: string;
  /** Visible share per frame of the clock; null where the person is out of the picture. */
  values: readonly (number | null)[];
}

export interface TimeMark {
  frame: number;
  kind: 'check' | 'pin';
  label: string;
}

export const LANE_H = 22;
export const inner = (share: number): number => LANE_H - 2 - share * (LANE_H - 4);

/** Runs of known values as points; gaps stay gaps instead of being drawn as zero. */
export function piecesOf(values: readonly (number | null)[], frames: number): [number, number][][] {
  const pieces: [number, number][][] = [];
  let open: [number, number][] | null = null;
  values.forEach((value, frame) => {
    if (value === null || !Number.isFinite(value)) {
      open = null;
      return;
    }
    if (!open) pieces.push((open = []));
    open.push([((frame + 0.5) / frames) * 1000, inner(Math.min(1, Math.max(0, value)))]);
  });
  return pieces;
}

/** Values given per clip frame, put on the clock's frames. */
export function ontoClock(
  values: readonly (number | null)[],
  clipFps: number,
  clock: { fps: number; frames: number },
): (number | null)[] {
  return Array.from(
    { length: clock.frames },
    (_, frame) => values[Math.min(values.length - 1, Math.round((frame / clock.fps) * clipFps))] ?? null,
  );
}
