/** Intervals in frames, their edges, and how edges move. */
import type { FrameTable } from './frames';
import type { Span } from './types';

/** PL5: a dragged edge within this many frames of a cut stands on the cut. */
const SNAP_FRAMES = 4;

export interface Edge {
  /** `start:<span>` or `end:<span>`; a shared edge is the start of the later span. */
  id: string;
  name: string;
  frame: number;
  /** The span that is played and shown with it. */
  span: string;
  side: 'start' | 'end';
  lowest: number;
  highest: number;
  fixed: boolean;
}

/** One edge per start and end; spans that join have one between them. No span can lose its last frame. */
export function edgesOf(spans: readonly Span[], frames: number): Edge[] {
  const found: Edge[] = [];
  for (const span of spans) {
    const before = spans.find((each) => each.id === span.joins);
    const isJoined = spans.some((each) => each.joins === span.id);
    found.push({
      id: `start:${span.id}`,
      name: before ? (span.joinName ?? `${before.name} to ${span.name}`) : `${span.name}, start`,
      frame: span.first,
      span: span.id,
      side: 'start',
      lowest: before ? before.first + 1 : 0,
      highest: span.end - 1,
      fixed: span.fixed ?? false,
    });
    if (isJoined) continue;
    found.push({
      id: `end:${span.id}`,
      name: `${span.name}, end`,
      frame: span.end,
      span: span.id,
      side: 'end',
      lowest: span.first + 1,
      highest: frames,
      fixed: span.fixed ?? false,
    });
  }
  return found;
}

/** Which row each span is drawn in, so that none covers another. */
export function rowsOf(spans: readonly Span[]): Map<string, number> {
  const rows = new Map<string, number>();
  const ends: number[] = [];
  for (const span of spans.toSorted((a, b) => a.first - b.first || a.end - b.end)) {
    const free = ends.findIndex((end) => end <= span.first);
    const row = free < 0 ? ends.length : free;
    ends[row] = span.end;
    rows.set(span.id, row);
  }
  return rows;
}

/** Puts an edge on a frame, within what its span and its neighbour allow. */
export function moveEdge(spans: readonly Span[], edge: string, frame: number, frames: number): Span[] {
  const found = edgesOf(spans, frames).find((each) => each.id === edge);
  if (!found || found.fixed) return [...spans];
  const to = Math.min(Math.max(found.lowest, Math.round(frame)), found.highest);
  const joins = spans.find((span) => span.id === found.span)?.joins;
  return spans.map((span) => {
    if (span.id === found.span) return found.side === 'start' ? { ...span, first: to } : { ...span, end: to };
    return found.side === 'start' && span.id === joins ? { ...span, end: to } : span;
  });
}

/** PL4: In: the span begins with the frame that is seen. A span that would be empty moves there as it is. */
export function markIn(span: Pick<Span, 'first' | 'end'> | null, frame: number, frames: number) {
  const length = span ? span.end - span.first : 1;
  const end = span && span.end > frame ? span.end : Math.min(frames, frame + length);
  return { first: frame, end };
}

/** PL4: Out: the frame that is seen is the last one in the span. */
export function markOut(span: Pick<Span, 'first' | 'end'> | null, frame: number, frames: number) {
  const length = span ? span.end - span.first : 1;
  const end = Math.min(frames, frame + 1);
  return { first: span && span.first < end ? span.first : Math.max(0, end - length), end };
}

/** PL5: the cut near a frame, or the frame itself; `free` while Ctrl is held. */
export function snapped(frame: number, cuts: readonly number[], free = false): number {
  if (free) return frame;
  let best = frame;
  let distance = SNAP_FRAMES + 1;
  for (const cut of cuts) {
    if (Math.abs(cut - frame) < distance) {
      best = cut;
      distance = Math.abs(cut - frame);
    }
  }
  return best;
}

/** The frame that is looked at while an edge is moved: the first one inside, or the last one. */
export const frameOfEdge = (edge: Pick<Edge, 'side' | 'frame'>): number =>
  edge.side === 'start' ? edge.frame : edge.frame - 1;

/** PL4: the frames of an interval of seconds as a span. */
export function spanOf<T extends Omit<Span, 'first' | 'end'>>(
  table: FrameTable,
  { start, end }: { start: number | string; end: number | string },
  rest: T,
): T & Span {
  return { ...rest, ...table.inside(start, end) };
}

/** PL4: a span as files write it: the shortest seconds that hold exactly its frames. */
export function intervalOf(table: FrameTable, { first, end }: Pick<Span, 'first' | 'end'>) {
  return { start: Number(table.timeText(first)), end: Number(table.timeText(end)) };
}
