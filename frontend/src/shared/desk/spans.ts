import type { Segment } from '../items';
import type { Span } from '../video';

const PREFIX = 'segment-';

/** The edge of the time line where a segment starts. */
export const edgeOf = (place: number): string => `start:${PREFIX}${place}`;

type Look = Pick<Span, 'name' | 'tone'>;
const asSegment = (_: Segment, place: number, all: number): Look => ({
  name: all === 1 ? 'Interval' : `Segment ${place + 1}`,
  tone: 'clip',
});

/** The segments that can be drawn, each as a span that knows its place in the list. */
export function spansOf<T extends Segment>(
  segments: readonly T[],
  frames: (segment: T) => Pick<Span, 'first' | 'end'>,
  look: (segment: T, place: number, all: number) => Look = asSegment,
): Span[] {
  return segments.flatMap((segment, place) =>
    segment.start < segment.end
      ? [{ ...frames(segment), id: `${PREFIX}${place}`, ...look(segment, place, segments.length) }]
      : [],
  );
}

/** The place in the list of a span; -1 for one that has none yet. */
export const placeOf = (span: Pick<Span, 'id'> | null): number =>
  span?.id.startsWith(PREFIX) ? Number(span.id.slice(PREFIX.length)) : -1;

/** The segments after the time line was worked on. What was not moved keeps the times it was written with; what
 *  could not be drawn stays. `make` gives a new one what it needs besides its times. */
export function segmentsAfter<T extends Segment>(
  segments: readonly T[],
  before: readonly Span[],
  after: readonly Span[],
  interval: (span: Span) => Segment,
  make: (segment: Segment) => T = (segment) => segment as T,
): T[] {
  const changed = (segment: T, span: Span): T => {
    const old = before.find((b) => b.id === span.id);
    const same = old && old.first === span.first && old.end === span.end;
    return same ? segment : { ...segment, ...interval(span) };
  };
  const kept = segments.flatMap((segment, place) => {
    const id = `${PREFIX}${place}`;
    const span = after.find((s) => s.id === id);
    if (span) return [changed(segment, span)];
    return before.some((b) => b.id === id) ? [] : [segment];
  });
  const fresh = after.filter((s) => !before.some((b) => b.id === s.id)).map((span) => make(interval(span)));
  return [...kept, ...fresh];
}
