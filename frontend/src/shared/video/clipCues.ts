import { peaksOf, type Peaks } from './peaks';
import type { Cue } from './types';

interface Segment {
  start: number;
  end: number;
}

/** The cues that fall into a clip, moved to where they are heard in it; cut off where its parts are. */
export function clipCues(cues: readonly Cue[], segments: readonly Segment[] | null): Cue[] {
  if (segments === null) return [...cues];
  let offset = 0;
  const found: Cue[] = [];
  for (const [part, { start, end }] of segments.entries()) {
    for (const cue of cues) {
      if (cue.start >= end || cue.end <= start) continue;
      found.push({
        ...cue,
        // The same cue may be heard in two parts.
        id: segments.length > 1 ? `${cue.id}·${part + 1}` : cue.id,
        start: offset + Math.max(cue.start, start) - start,
        end: offset + Math.min(cue.end, end) - start,
      });
    }
    offset += end - start;
  }
  return found;
}

/** The sound levels of a clip, taken from the video's: close enough to be drawn. */
export function clipPeaks({ rate, pairs, values }: Peaks, segments: readonly Segment[]): Peaks {
  const pieces = segments.map(({ start, end }) => {
    const first = Math.min(pairs, Math.round(start * rate));
    return values.subarray(2 * first, 2 * Math.min(pairs, first + Math.round((end - start) * rate)));
  });
  const joined = new Int8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return peaksOf(rate, joined);
}
