import type { Segment } from '../items';
import type { Span } from '../video';

const PREFIX = 'segment-';

/** The edge of the time line where a segment starts. */
export const edgeOf = (place: number): string => `start:${PREFIX}${place}`;

/** The segments that can be drawn, each as a span that knows its place in the list. */
export function spansOf(
  segments: readonly Segment[],
  frames: (segment: Segment) => Pick<Span, 'first' | 'end'>,
): Span[] {
  return segments.flatMap((segment, place) =>
    segment.start < segment.end
      ? [
          {
            ...frames(segment),
            id: `${PREFIX}${place}`,
            name: segments.length === 1 ? 'Interval' : `Segment ${place + 1}`,
            tone: 'clip' as const,
          },
        ]
      : [],
  );
}

/** The segments after the time line was worked on. What was not moved keeps the times it was written with; what
 *  could not be drawn stays. */
export function segmentsAfter(
  segments: readonly Segment[],
  before: readonly Span[],
  after: readonly Span[],
  interval: (span: Span) => Segment,
): Segment[] {
  const changed = (span: Span): Segment | null => {
    const old = before.find((b) => b.id === span.id);
    return old && old.first === span.first && old.end === span.end ? null : interval(span);
  };
  const kept = segments.flatMap((segment, place) => {
    const id = `${PREFIX}${place}`;
    const span = after.find((s) => s.id === id);
    if (span) return [changed(span) ?? segment];
    return before.some((b) => b.id === id) ? [] : [segment];
  });
  const fresh = after.filter((s) => !before.some((b) => b.id === s.id)).map(interval);
  return [...kept, ...fresh];
}
