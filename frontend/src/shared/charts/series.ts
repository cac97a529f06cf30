/** Arithmetic of the small plots: ranges, paths with gaps, thinning that keeps peaks. */
export interface Range {
  low: number;
  high: number;
}

const NEAR = 6;

/** A range that holds the data and the thresholds worth showing, with head room. */
export function rangeOf(values: readonly (number | null)[], marks: readonly (number | null)[] = []): Range {
  let low = 0;
  let high = -Infinity;
  for (const v of values) {
    if (v === null || !Number.isFinite(v)) continue;
    low = Math.min(low, v);
    high = Math.max(high, v);
  }
  const data = Number.isFinite(high) ? high : 0;
  const known = marks.filter((m): m is number => m !== null && Number.isFinite(m));
  for (const m of known) {
    // A threshold far above everything measured would press the curve flat: leave it off the picture.
    if (data <= 0 || m <= data * NEAR) high = Math.max(high, m);
  }
  // With all of them off it, what is next to nothing looks like it: noise must not fill the picture.
  const least = Math.min(...known);
  if (known.length > 0 && least > high) high = least / NEAR;
  if (!Number.isFinite(high) || high <= low) high = low + 1;
  return { low, high: high + (high - low) * 0.08 };
}

/** At most `columns` points; each column keeps its lowest and highest value, so that no peak vanishes. */
export function thin(values: readonly (number | null)[], columns: number): [number, number | null][] {
  if (values.length <= columns * 2)
    return values.map((v, i) => [i, v !== null && Number.isFinite(v) ? v : null]);
  const out: [number, number | null][] = [];
  for (let c = 0; c < columns; c += 1) {
    const from = Math.floor((c * values.length) / columns);
    const to = Math.max(from + 1, Math.floor(((c + 1) * values.length) / columns));
    let low = -1;
    let high = -1;
    for (let i = from; i < to; i += 1) {
      const v = values[i];
      if (v === null || v === undefined || !Number.isFinite(v)) continue;
      if (low < 0 || v < values[low]!) low = i;
      if (high < 0 || v > values[high]!) high = i;
    }
    if (low < 0) out.push([from, null]);
    else
      for (const i of low === high ? [low] : [Math.min(low, high), Math.max(low, high)])
        out.push([i, values[i]!]);
  }
  return out;
}

/** SVG path of points; null is a gap, never a zero. */
export function path(
  points: readonly [number, number | null][],
  x: (i: number) => number,
  y: (v: number) => number,
): string {
  let text = '';
  let pen = false;
  for (const [i, v] of points) {
    if (v === null) {
      pen = false;
      continue;
    }
    text += `${pen ? 'L' : 'M'}${x(i).toFixed(1)} ${y(v).toFixed(1)}`;
    pen = true;
  }
  return text;
}
