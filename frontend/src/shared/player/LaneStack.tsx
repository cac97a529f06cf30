import { useMemo, useRef, type PointerEvent } from 'react';
import type { PlayerClock } from './clock';
import { inner, LANE_H as H, piecesOf, type LaneData, type TimeMark } from './lanes';
import { lookOf } from './settings';
import { timecode } from './timeline';
import { useClockPart } from './usePlayer';
import './player.css';

/** One lane per clip on one time axis, one playhead over all. Drag, or arrow keys on the slider inside, to scrub. */
export function LaneStack({
  clock,
  lanes,
  marks = [],
}: {
  clock: PlayerClock;
  lanes: readonly LaneData[];
  marks?: readonly TimeMark[];
}) {
  const { timeline } = clock;
  const over = useRef<HTMLDivElement>(null);
  const frame = useClockPart(clock, (state) => state.frame);
  const at = (f: number) => `${((f + 0.5) / timeline.frames) * 100}%`;
  const scrub = (event: PointerEvent) => {
    const rect = over.current?.getBoundingClientRect();
    if (rect) clock.seek(Math.floor(((event.clientX - rect.left) / rect.width) * timeline.frames));
  };
  return (
    // The slider inside carries the keys and the name; dragging anywhere on the lanes is its mouse side.
    <div
      className="lanes"
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        clock.pause();
        scrub(e);
      }}
      onPointerMove={(e) => e.currentTarget.hasPointerCapture(e.pointerId) && scrub(e)}
    >
      {lanes.map((lane) => (
        <Lane key={lane.setting} lane={lane} frames={timeline.frames} now={lane.values[frame] ?? null} />
      ))}
      <div className="lanes-over" ref={over}>
        {marks.map((mark) => (
          <i
            key={`${mark.kind} ${mark.frame} ${mark.label}`}
            className={`lanes-mark ${mark.kind}`}
            style={{ left: at(mark.frame) }}
            title={mark.label}
          />
        ))}
        <i className="lanes-head" style={{ left: at(frame) }} />
      </div>
      <input
        className="sr lanes-range"
        type="range"
        aria-label="Time"
        min={0}
        max={timeline.frames - 1}
        step={1}
        value={frame}
        aria-valuetext={`${timecode(timeline, frame)}, frame ${frame + 1} of ${timeline.frames}`}
        onChange={(e) => {
          clock.pause();
          clock.seek(Number(e.target.value));
        }}
      />
    </div>
  );
}

function Lane({ lane, frames, now }: { lane: LaneData; frames: number; now: number | null }) {
  const { onSurface } = lookOf(lane.setting);
  const pieces = useMemo(() => piecesOf(lane.values, frames), [lane.values, frames]);
  return (
    <div className="lane">
      <span className="lane-name" style={{ color: onSurface }}>
        {lane.setting}
      </span>
      <svg
        className="lane-plot"
        viewBox={`0 0 1000 ${H}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Visible share of the body over time, ${lane.setting}`}
      >
        <line
          x1="0"
          x2="1000"
          y1={inner(0.5)}
          y2={inner(0.5)}
          stroke="var(--line-2)"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
        {pieces.map((points) => (
          <g key={points[0]?.[0]}>
            <polygon
              points={`${points[0]?.[0]},${H} ${join(points)} ${points.at(-1)?.[0]},${H}`}
              fill={onSurface}
              opacity={0.16}
            />
            <polyline
              points={join(points)}
              fill="none"
              stroke={onSurface}
              strokeWidth="1.6"
              vectorEffect="non-scaling-stroke"
            />
          </g>
        ))}
      </svg>
      <span className="lane-now">{now === null ? 'out' : `${Math.round(now * 100)} %`}</span>
    </div>
  );
}

const join = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
