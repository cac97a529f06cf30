/** Intervals of frames: the first is in it, the second is not. No React. */
export type Interval = readonly [number, number];

/** The same frames as few intervals, in order; what touches is one. */
export function merged(intervals: readonly Interval[]): Interval[] {
  const found: [number, number][] = [];
  for (const [first, end] of intervals.filter(([a, b]) => a < b).toSorted((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last && first <= last[1]) last[1] = Math.max(last[1], end);
    else found.push([first, end]);
  }
  return found;
}

export function gapsBetween(intervals: readonly Interval[], frames: number): Interval[] {
  const found: Interval[] = [];
  let from = 0;
  for (const [first, end] of intervals) {
    if (first > from) found.push([from, first]);
    from = Math.max(from, end);
  }
  if (from < frames) found.push([from, frames]);
  return found;
}

/** By time, as the server counts (WA5). */
export function shareOf(intervals: readonly Interval[], frames: number, seconds: (frame: number) => number) {
  const whole = seconds(frames) - seconds(0);
  const seen = intervals.reduce((sum, [first, end]) => sum + seconds(end) - seconds(first), 0);
  return whole > 0 ? Math.min(1, seen / whole) : 0;
}

/** Rounded down to a tenth, so that what falls short never looks like enough. */
export const shareWords = (share: number): string => {
  const tenths = Math.floor(share * 1000 + 1e-7);
  return tenths % 10 === 0 ? `${tenths / 10} %` : `${(tenths / 10).toFixed(1)} %`;
};
