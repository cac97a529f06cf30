/** The parts of a clip: marked intervals in the order in which they are joined. Edges are frames, so that nothing is
 *  rounded: `first` is in the part, `end` is not. */
import { Fraction } from '../../../shared/video/fraction';
import type { FrameTable } from '../../../shared/video/frames';
import type { Span } from '../../../shared/video/types';
import type { Segment } from '../api/types';

type Stretch = Pick<Span, 'first' | 'end'>;
type Times = Pick<FrameTable, 'timeText'>;

/** Names follow the order. */
export const numbered = (spans: readonly Span[]): Span[] =>
  spans.map((span, at) => ({ ...span, name: `Part ${at + 1}` }));

/** The spans of stretches, with ids that none of `others` has. */
export function partsOf(stretches: readonly Stretch[], others: readonly Span[] = []): Span[] {
  const from = Math.max(0, ...others.map((span) => Number(span.id.slice(1)) || 0));
  return numbered(
    stretches.map(({ first, end }, at) => ({ id: `p${from + at + 1}`, name: '', tone: 'clip', first, end })),
  );
}

export function moved(spans: readonly Span[], id: string, by: -1 | 1): Span[] {
  const at = spans.findIndex((span) => span.id === id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= spans.length) return [...spans];
  const order = [...spans];
  [order[at], order[to]] = [order[to]!, order[at]!];
  return numbered(order);
}

export const frameCount = (spans: readonly Stretch[]): number =>
  spans.reduce((sum, { first, end }) => sum + end - first, 0);

export const lengthOf = (spans: readonly Stretch[], table: Pick<FrameTable, 'time'>): Fraction =>
  spans.reduce((sum, { first, end }) => sum.plus(table.time(end)).minus(table.time(first)), Fraction.of(0));

export const segmentsOf = (spans: readonly Stretch[], table: Times): Segment[] =>
  spans.map(({ first, end }) => ({ start: Number(table.timeText(first)), end: Number(table.timeText(end)) }));

/** Two parts that hold the same frames: allowed, for a clip may repeat, but worth saying. */
export function overlap(spans: readonly Span[]): [Span, Span] | null {
  const sorted = spans.toSorted((a, b) => a.first - b.first);
  for (let i = 1; i < sorted.length; i += 1)
    if (sorted[i]!.first < sorted[i - 1]!.end) return [sorted[i - 1]!, sorted[i]!];
  return null;
}
