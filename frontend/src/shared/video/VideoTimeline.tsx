import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsHorizontal,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useEffect, useRef, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { K, useKeyName } from '../keys';
import { count, plural } from '../lib/format';
import { useClockPart } from '../player/usePlayer';
import { following, moved, zoomed } from './axis';
import { CueLane, CutLane, PictureLane, RulerLane, SoundLane } from './lanes';
import { Overview } from './Overview';
import { frameOfEdge } from './spans';
import { SpanLane } from './SpanLane';
import { TimeField } from './TimeField';
import { spokenTime } from './times';
import type { Desk } from './useDesk';
import './video.css';

interface Props {
  desk: Desk;
  /** Without the row of tools and the row of cuts, for pages on which nothing is edited. */
  compact?: boolean;
  /** What the lane of the spans is called. */
  lane?: string;
  children?: ReactNode;
}

/** Everything that happens over time, on one axis under one playhead. */
export function VideoTimeline({ desk, compact = false, lane, children }: Props) {
  const { video, cues, editor } = desk;
  const { source } = video;
  const axis = useRef<HTMLDivElement>(null);
  useFollowing(desk);
  useWheel(desk, axis);
  const scrub = useScrub(desk, axis);
  return (
    <section className="vt" aria-label="Time line" inert={desk.covered}>
      {!compact && (
        <Bar desk={desk} what={lane?.toLowerCase() ?? 'a span'}>
          {children}
        </Bar>
      )}
      <div className="vt-grid">
        <Row name="Whole video" height={26}>
          <Overview desk={desk} />
        </Row>
        <div className="vt-scrub" {...scrub}>
          <Row name="" height={24}>
            <RulerLane desk={desk} />
          </Row>
          {source.sprite && (
            <Row name="Picture" height={48} fold>
              <PictureLane desk={desk} sprite={source.sprite} />
            </Row>
          )}
          {(!compact || source.has_audio) && (
            <Row name="Sound" height={source.has_audio && !compact ? 42 : 26}>
              <SoundLane desk={desk} />
            </Row>
          )}
          {cues.length > 0 && (
            <Row name="Subtitles" height={26}>
              <CueLane desk={desk} />
            </Row>
          )}
          {!compact && source.cuts && source.cuts.length > 0 && (
            <Row name="Cuts" height={24} fold>
              <CutLane desk={desk} />
            </Row>
          )}
        </div>
        {(editor.editable || editor.spans.length > 0) && (
          <Row name={lane ?? (editor.spans.length > 1 ? 'Spans' : 'Span')}>
            <SpanLane desk={desk} />
          </Row>
        )}
        <div className="vt-over" ref={axis}>
          <Playhead desk={desk} />
        </div>
      </div>
      <TimeSlider desk={desk} />
    </section>
  );
}

function Row({
  name,
  height,
  fold,
  children,
}: {
  name: string;
  height?: number;
  fold?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={fold ? 'vt-row hide-short' : 'vt-row'} {...(height && { style: { height } })}>
      <div className="vt-name">{name}</div>
      <div className="vt-lane">{children}</div>
    </div>
  );
}

function Bar({ desk, what, children }: { desk: Desk; what: string; children?: ReactNode }) {
  const { editor, video } = desk;
  const { edge, span } = editor;
  return (
    <div className="vt-bar">
      {editor.editable && (
        <>
          <Tool name="Undo" binding="edit.undo" onClick={editor.undo}>
            <IconArrowBackUp size={17} aria-hidden />
          </Tool>
          <Tool name="Redo" binding="edit.redo" onClick={editor.redo}>
            <IconArrowForwardUp size={17} aria-hidden />
          </Tool>
          <span className="vt-sep" />
        </>
      )}
      {edge && span ? (
        <span className="row f12 vt-edge">
          <b>{edge.name}</b>
          <TimeField
            table={video.table}
            label={`${edge.name}, seconds on the video's own time line`}
            value={`${video.table.timeText(edge.frame)} s`}
            frame={edge.frame}
            boundary
            disabled={!editor.editable || edge.fixed}
            onFrame={(frame) => editor.move(edge.id, frame)}
          />
          <span className="t3 num hide-s">
            {edge.side === 'start' ? 'first' : 'last'} frame {count(frameOfEdge(edge))}
          </span>
          {editor.editable && (
            <span className="row t3 hide-s">
              <K id="edge.back" />
              <K id="edge.forward" /> one frame
            </span>
          )}
          <span className="chip num">{lengthOf(desk, span.first, span.end)}</span>
        </span>
      ) : (
        editor.editable && (
          <span className="row f12 t3">
            <K id="edge.in" /> begins, <K id="edge.out" /> ends {what} here
          </span>
        )
      )}
      {children}
      <span className="end row vt-zoom">
        <Tool name="See more" binding="zoom.out" onClick={() => desk.zoom(2)}>
          <IconZoomOut size={17} aria-hidden />
        </Tool>
        <Tool name="See closer" binding="zoom.in" onClick={() => desk.zoom(0.5)}>
          <IconZoomIn size={17} aria-hidden />
        </Tool>
        <Tool name="Fit the span, then all" binding="zoom.fit" onClick={desk.fit}>
          <IconArrowsHorizontal size={17} aria-hidden />
        </Tool>
      </span>
    </div>
  );
}

function lengthOf({ video: { table } }: Desk, first: number, end: number): string {
  const seconds = table.seconds(end) - table.seconds(first);
  return `${seconds.toFixed(2)} s · ${plural(end - first, 'frame')}`;
}

function Tool({
  name,
  binding,
  onClick,
  children,
}: {
  name: string;
  binding: 'edit.undo' | 'edit.redo' | 'zoom.in' | 'zoom.out' | 'zoom.fit';
  onClick: (() => void) | null;
  children: ReactNode;
}) {
  const key = useKeyName(binding);
  return (
    <Tooltip label={`${name} (${key})`}>
      <ActionIcon
        aria-label={name}
        variant="subtle"
        color="gray"
        disabled={onClick === null}
        onClick={() => onClick?.()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Moves by itself: sixty frames a second need no rendering of the page. */
function Playhead({ desk }: { desk: Desk }) {
  const { clock, table } = desk.video;
  const { from, to } = desk.view;
  const head = useRef<HTMLElement>(null);
  useEffect(() => {
    const place = () => {
      if (!head.current) return;
      const share = (table.seconds(clock.snapshot().frame) - from) / (to - from);
      head.current.style.left = `${share * 100}%`;
      head.current.hidden = share < 0 || share > 1;
    };
    place();
    return clock.subscribe(place);
  }, [clock, table, from, to]);
  return <i ref={head} className="vt-head" />;
}

/** The keyboard and spoken side of scrubbing. */
function TimeSlider({ desk }: { desk: Desk }) {
  const { clock, table } = desk.video;
  const frame = useClockPart(clock, (state) => state.frame);
  return (
    <input
      className="sr vt-range"
      type="range"
      aria-label="Time"
      min={table.timeline.first ?? 0}
      max={table.length - 1}
      step={1}
      value={frame}
      aria-valuetext={
        frame < 0
          ? 'Before the first picture'
          : `${spokenTime(table.seconds(frame))}, frame ${frame} of ${table.length}`
      }
      onChange={(e) => {
        clock.pause();
        clock.seek(Number(e.currentTarget.value));
      }}
    />
  );
}

/** Keeps the playhead in view, turning the page when it runs out. */
function useFollowing({ video: { clock, table }, setView }: Desk): void {
  useEffect(
    () =>
      clock.subscribe(() => {
        const seconds = table.seconds(clock.snapshot().frame);
        setView((now) => following(now, seconds, table.duration));
      }),
    [clock, table, setView],
  );
}

/** Ctrl and wheel see closer or more, a sideways wheel moves along. */
function useWheel({ video: { table }, setView }: Desk, axis: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const grid = axis.current?.parentElement;
    if (!grid || !axis.current) return undefined;
    const box = axis.current;
    const onWheel = (event: WheelEvent) => {
      const across = event.shiftKey ? event.deltaY : event.deltaX;
      const isZoom = event.ctrlKey || event.metaKey;
      if (!isZoom && across === 0) return;
      event.preventDefault();
      const { left, width } = box.getBoundingClientRect();
      const share = (event.clientX - left) / width;
      setView((now) =>
        isZoom
          ? zoomed(now, 1.0015 ** event.deltaY, now.from + share * (now.to - now.from), table.duration)
          : moved(now, (across / width) * (now.to - now.from), table.duration),
      );
    };
    grid.addEventListener('wheel', onWheel, { passive: false });
    return () => grid.removeEventListener('wheel', onWheel);
  }, [axis, setView, table]);
}

/** Press or drag anywhere on the lanes to look there. */
function useScrub(desk: Desk, axis: RefObject<HTMLDivElement | null>) {
  const { clock, table } = desk.video;
  const seek = (clientX: number) => {
    const box = axis.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    const { from, to } = desk.view;
    clock.seek(table.shownAt(from + share * (to - from)));
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || desk.covered) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      clock.pause();
      seek(event.clientX);
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(event.clientX);
    },
  };
}
