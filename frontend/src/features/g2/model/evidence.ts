/** Evidence of a whole-video item: where it lies, how far apart, and what it is tied to. No React. */
import type { Evidence, ReferenceItem } from '../../../shared/items';

/** QU45: 60 s, or a tenth of a video that is shorter than ten minutes. */
export const neededGap = (duration: number): number => Math.min(60, duration / 10);

/** The distance between two stretches: from the end of the earlier to the start of the later; below nought where they
 *  overlap. */
export const distance = (a: Pick<Evidence, 'start' | 'end'>, b: Pick<Evidence, 'start' | 'end'>): number =>
  Math.max(a.start, b.start) - Math.min(a.end, b.end);

export interface Between {
  from: number;
  to: number;
  seconds: number;
  enough: boolean;
}

/** The free room between neighbours on the time line, for drawing. */
export function roomsBetween(evidence: readonly Evidence[], needed: number): Between[] {
  const placed = evidence.filter((one) => one.start < one.end).toSorted((a, b) => a.start - b.start);
  const rooms: Between[] = [];
  let end: number | null = null;
  for (const one of placed) {
    if (end !== null && one.start > end)
      rooms.push({ from: end, to: one.start, seconds: one.start - end, enough: one.start - end >= needed });
    end = end === null ? one.end : Math.max(end, one.end);
  }
  return rooms;
}

/** The widest distance between any two; null for fewer than two. */
export function widest(evidence: readonly Evidence[]): number | null {
  if (evidence.length < 2) return null;
  return Math.max(...evidence.map((e) => e.start)) - Math.min(...evidence.map((e) => e.end));
}

/** Where the stretches of each reference item are in the list. */
export function tiedTo(evidence: readonly Evidence[], item: string): number[] {
  return evidence.flatMap((one, place) => (one.item === item ? [place] : []));
}

/** Ties a stretch to the reference item of this number, or unties it. */
export function tie(
  evidence: readonly Evidence[],
  place: number,
  items: readonly ReferenceItem[],
  number: number,
): Evidence[] | null {
  const item = number === 0 ? null : items[number - 1]?.id;
  if (item === undefined || !evidence[place]) return null;
  return evidence.map((one, at) => (at === place ? { ...one, item } : one));
}
