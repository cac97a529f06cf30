import { useMemo, useRef, useState } from 'react';
import type { Video } from './useVideo';
import { edgesOf, frameOfEdge, markIn, markOut, moveEdge, type Edge } from './spans';
import type { Span } from './types';

export interface SpanOptions {
  spans?: readonly Span[];
  /** Without it the spans are only looked at. */
  onSpans?: (spans: Span[]) => void;
  /** Makes the span that In or Out begins where none is selected, or where Out has closed the one that is; without it
   *  there is always one to choose. */
  makeSpan?: (first: number, end: number) => Span;
  /** The page has a history of its own, which takes these changes in with the rest. */
  pageHistory?: PageHistory;
}

export interface PageHistory {
  undo: (() => void) | null;
  redo: (() => void) | null;
}

export interface SpanEditor {
  spans: readonly Span[];
  edges: readonly Edge[];
  editable: boolean;
  /** The selected edge; its span is the selected span. */
  edge: Edge | null;
  span: Span | null;
  select: (edge: string | null) => void;
  /** Puts an edge on a frame and shows it. Moves with the same `gesture` are undone together. */
  move: (edge: string, frame: number, gesture?: string) => void;
  markIn: () => void;
  markOut: () => void;
  remove: () => void;
  /** Any other change of the list (its order, one span more), undone like the rest. */
  change: (spans: readonly Span[]) => void;
  undo: (() => void) | null;
  redo: (() => void) | null;
}

const NONE: readonly Span[] = [];

/** The spans on the time line: which edge is selected, how edges move, and the way back. */
export function useSpans(
  video: Video,
  { spans = NONE, onSpans, makeSpan, pageHistory }: SpanOptions,
): SpanEditor {
  const { table, clock } = video;
  const [selected, setSelected] = useState<string | null>(null);
  const [history, setHistory] = useState<{ past: (readonly Span[])[]; future: (readonly Span[])[] }>({
    past: [],
    future: [],
  });
  const gestureRef = useRef<string | null>(null);
  const closedRef = useRef<string | null>(null);
  const edges = useMemo(() => edgesOf(spans, table.length), [spans, table]);
  const edge = edges.find((each) => each.id === selected) ?? null;
  const span = spans.find((each) => each.id === edge?.span) ?? null;

  const show = (frame: number) => {
    clock.pause();
    clock.seek(frame);
  };
  const change = (next: Span[], gesture: string | null) => {
    if (!onSpans) return;
    if (gesture === null || gesture !== gestureRef.current)
      setHistory(({ past }) => ({ past: [...past, spans], future: [] }));
    gestureRef.current = gesture;
    onSpans(next);
  };
  const travel = (from: 'past' | 'future') => () => {
    const to = from === 'past' ? 'future' : 'past';
    const then = history[from].at(-1);
    if (!then || !onSpans) return;
    gestureRef.current = null;
    setHistory({ ...history, [from]: history[from].slice(0, -1), [to]: [...history[to], spans] });
    onSpans([...then]);
  };
  const mark = (side: 'start' | 'end') => () => {
    const { frame } = clock.snapshot();
    if (frame < 0) return;
    const isNext = side === 'start' && makeSpan !== undefined && closedRef.current === span?.id;
    const marked = (side === 'start' ? markIn : markOut)(isNext ? null : span, frame, table.length);
    closedRef.current = side === 'end' ? (span?.id ?? null) : null;
    if (span && !isNext) {
      const joined = spans.some((each) => each.joins === span.id || each.id === span.joins);
      const next = joined
        ? moveEdge(spans, edgeOn(edges, span.id, side), side === 'start' ? frame : frame + 1, table.length)
        : spans.map((each) => (each.id === span.id ? { ...each, ...marked } : each));
      change(next, null);
      setSelected(edgeOn(edges, span.id, side));
    } else if (makeSpan) {
      const made = makeSpan(marked.first, marked.end);
      change([...spans, made], null);
      // The other edge is what comes next.
      setSelected(`${side === 'start' ? 'end' : 'start'}:${made.id}`);
    }
  };
  return {
    spans,
    edges,
    editable: onSpans !== undefined,
    edge,
    span,
    select: (id) => {
      gestureRef.current = null;
      closedRef.current = null;
      setSelected(id);
    },
    move: (id, frame, gesture = `nudge ${id}`) => {
      const next = moveEdge(spans, id, frame, table.length);
      const there = edgesOf(next, table.length).find((each) => each.id === id);
      if (!there || !onSpans || there.fixed) return;
      setSelected(id);
      if (there.frame !== edges.find((each) => each.id === id)?.frame) change(next, gesture);
      show(frameOfEdge(there));
    },
    markIn: mark('start'),
    markOut: mark('end'),
    remove: () => {
      if (!span || span.fixed) return;
      change(
        spans.filter((each) => each.id !== span.id),
        null,
      );
      setSelected(null);
    },
    change: (next) => change([...next], null),
    undo: pageHistory ? pageHistory.undo : onSpans && history.past.length > 0 ? travel('past') : null,
    redo: pageHistory ? pageHistory.redo : onSpans && history.future.length > 0 ? travel('future') : null,
  };
}

/** The edge that bounds a span on one side; where the next span joins, it is that one's start. */
function edgeOn(edges: readonly Edge[], span: string, side: 'start' | 'end'): string {
  const own = `${side}:${span}`;
  if (edges.some((each) => each.id === own)) return own;
  const from = edges.findIndex((each) => each.id === `start:${span}`);
  return edges[from + 1]?.id ?? own;
}
