import { useMemo, useRef } from 'react';
import { snapped, rowsOf, type Edge } from './spans';
import { spokenTime } from './times';
import type { Desk } from './useDesk';

const ROW_H = 34;
/** A span narrower than this part of the lane shows its edges only while it is selected: they would hide it. */
const NARROW = 0.03;

/** Intervals as blocks; each edge is a slider: arrows move it by a frame, dragging shows that frame. */
export function SpanLane({ desk }: { desk: Desk }) {
  const { editor, view, video } = desk;
  const { table } = video;
  const lane = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(editor.spans), [editor.spans]);
  const percent = (frame: number) => `${((table.seconds(frame) - view.from) / (view.to - view.from)) * 100}%`;
  const visible = (from: number, to: number) =>
    table.seconds(to) >= view.from && table.seconds(from) <= view.to;
  const isWide = (id: string) => {
    const span = editor.spans.find((each) => each.id === id);
    if (!span) return false;
    return table.seconds(span.end) - table.seconds(span.first) > NARROW * (view.to - view.from);
  };
  const top = (span: string) => (rows.get(span) ?? 0) * ROW_H;
  const height = ROW_H * (Math.max(0, ...rows.values()) + 1);
  const frameAt = (clientX: number) => {
    const box = lane.current!.getBoundingClientRect();
    const seconds = view.from + ((clientX - box.left) / box.width) * (view.to - view.from);
    const shown = table.shownAt(seconds);
    // The boundary nearer to the pointer.
    return seconds - table.seconds(shown) > table.seconds(shown + 1) - seconds
      ? shown + 1
      : Math.max(0, shown);
  };
  return (
    <div className="vt-spans" ref={lane} style={{ height }}>
      {editor.spans
        .filter((span) => visible(span.first, span.end))
        .map((span) => (
          <button
            key={span.id}
            type="button"
            className={`vt-span ${span.tone}`}
            aria-pressed={editor.span?.id === span.id}
            style={{
              left: percent(span.first),
              width: `calc(${percent(span.end)} - ${percent(span.first)})`,
              top: top(span.id) + 3,
              height: ROW_H - 6,
            }}
            onClick={() => {
              editor.select(`start:${span.id}`);
              video.clock.pause();
              video.clock.seek(span.first);
            }}
          >
            <b>{span.name}</b> {span.note}
          </button>
        ))}
      {editor.edges
        .filter(
          (edge) => visible(edge.frame, edge.frame) && (edge.span === editor.span?.id || isWide(edge.span)),
        )
        .map((edge) => (
          <Handle
            key={edge.id}
            desk={desk}
            edge={edge}
            left={percent(edge.frame)}
            top={top(edge.span)}
            frameAt={frameAt}
          />
        ))}
    </div>
  );
}

function Handle({
  desk,
  edge,
  left,
  top,
  frameAt,
}: {
  desk: Desk;
  edge: Edge;
  left: string;
  top: number;
  frameAt: (clientX: number) => number;
}) {
  const { editor, video } = desk;
  const drag = useRef({ on: false, gesture: 0 });
  if (!editor.editable || edge.fixed) return null;
  const nudge = (frames: number) => editor.move(edge.id, edge.frame + frames);
  return (
    <span
      className={editor.edge?.id === edge.id ? 'vt-handle sel' : 'vt-handle'}
      style={{ left, top, height: ROW_H }}
      role="slider"
      tabIndex={0}
      aria-label={edge.name}
      aria-valuemin={edge.lowest}
      aria-valuemax={edge.highest}
      aria-valuenow={edge.frame}
      aria-valuetext={`${spokenTime(video.table.seconds(edge.frame))}, frame ${edge.frame}`}
      onFocus={() => editor.select(edge.id)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { on: true, gesture: drag.current.gesture + 1 };
        editor.select(edge.id);
      }}
      onPointerUp={() => {
        drag.current.on = false;
      }}
      onPointerCancel={() => {
        drag.current.on = false;
      }}
      onPointerMove={(event) => {
        if (!drag.current.on) return;
        const free = event.ctrlKey || event.metaKey;
        const to = snapped(frameAt(event.clientX), video.source.cuts ?? [], free);
        editor.move(edge.id, to, `drag ${edge.id} ${drag.current.gesture}`);
      }}
      onKeyDown={(event) => {
        const ten = event.shiftKey ? 10 : 1;
        if (event.key === 'ArrowRight' || event.key === 'ArrowUp') nudge(ten);
        else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') nudge(-ten);
        else if (event.key === 'Home') editor.move(edge.id, edge.lowest);
        else if (event.key === 'End') editor.move(edge.id, edge.highest);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
