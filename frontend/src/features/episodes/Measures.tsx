import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../shared/api/client';
import type { Clip } from '../../shared/api/types';
import { TimePlot } from '../../shared/charts/TimePlot';
import { words } from '../../shared/lib/format';
import type { PlayerClock } from '../../shared/player/clock';
import { useClockPart } from '../../shared/player/usePlayer';
import type { ClipFrame } from './api';
import { CURVES, meanOf, PARTS, runsOf } from './measures';

const percent = (value: number | null | undefined) =>
  value === null || value === undefined ? 'out' : `${Math.round(value * 100)} %`;

function PartLane({ name, values, now }: { name: string; values: (number | null)[]; now: number }) {
  const runs = useMemo(() => runsOf(values), [values]);
  return (
    <div className="part-lane">
      <span className="part-name">{words(name)}</span>
      <svg
        viewBox={`0 0 ${values.length} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Visible share of ${words(name).toLowerCase()} over time, ${percent(meanOf(values))} on average`}
      >
        {runs.map((r) =>
          r.tenth === null ? null : (
            <rect
              key={r.from}
              x={r.from}
              width={r.to - r.from}
              y={0}
              height={1}
              fill="var(--ac)"
              opacity={0.08 + r.tenth * 0.092}
            />
          ),
        )}
      </svg>
      <span className="part-now num">{percent(values[now])}</span>
    </div>
  );
}

/** What was measured in every frame of the chosen clip, on the clock of the player. */
export function Measures({ clock, clip }: { clock: PlayerClock; clip: Clip | undefined }) {
  const { data } = useQuery({
    queryKey: ['frames', clip?.frames_url],
    enabled: !!clip,
    placeholderData: undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => api.get<{ frames: ClipFrame[] }>(clip!.frames_url),
  });
  const { fps, frames: count } = clock.timeline;
  const frame = useClockPart(clock, (s) => s.frame);
  const frames = data?.frames;
  const lanes = useMemo(
    () => PARTS.map((part) => [part, (frames ?? []).map((f) => f.parts?.[part] ?? null)] as const),
    [frames],
  );
  const curves = useMemo(
    () =>
      CURVES.map((curve) => [curve, (frames ?? []).map((f) => curve.of(f) ?? null)] as const).filter(
        ([, values]) => meanOf(values) !== null,
      ),
    [frames],
  );
  if (!clip || !frames || frames.length === 0) return null;
  const now = Math.min(frames.length - 1, Math.round((frame / fps) * clip.fps));
  const seek = (at: number) => {
    clock.pause();
    clock.seek(Math.min(count - 1, Math.round((at / clip.fps) * fps)));
  };
  const measured = lanes.some(([, values]) => meanOf(values) !== null);
  return (
    <section className="measures" aria-label={`Measures of ${clip.setting}`}>
      <div>
        <p className="measure">Visible, by body part · {clip.setting}</p>
        {measured ? (
          <div className="part-lanes">
            {lanes.map(([part, values]) => (
              <PartLane key={part} name={part} values={values} now={now} />
            ))}
            <div className="part-over">
              <i style={{ left: `${((now + 0.5) / frames.length) * 100}%` }} />
            </div>
          </div>
        ) : (
          <p className="t3 f12">
            This clip was made before body parts were measured. Render it again to see them.
          </p>
        )}
      </div>
      <div className="curves">
        {curves.map(([curve, values]) => {
          const at = values[now];
          const mean = meanOf(values);
          return (
            <div key={curve.id}>
              <p className="measure">
                {curve.name}
                <span className="num">{at === null || at === undefined ? 'out' : curve.says(at)}</span>
                {mean !== null && <span className="t3 num">mean {curve.says(mean)}</span>}
              </p>
              <TimePlot
                series={values}
                frames={frames.length}
                warn={null}
                fail={null}
                spans={[]}
                tone="tx3"
                frame={now}
                height={44}
                label={`${curve.name} over time, ${clip.setting}`}
                onSeek={seek}
              />
            </div>
          );
        })}
      </div>
    </section>
  );
}
