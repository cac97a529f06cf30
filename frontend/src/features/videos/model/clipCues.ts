import type { Cue } from '../../../shared/video/types';
import type { Segment } from '../api/types';

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
