import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import { TimePlot } from '../../shared/charts/TimePlot';
import type { PlayerClock } from '../../shared/player/clock';
import { useClockPart } from '../../shared/player/usePlayer';
import { StateChip } from '../../shared/ui/chips';
import type { Check } from './api';
import { decodeSeries, figure, spanWords, thresholds } from './checks';

function useSeries(check: Check) {
  return useQuery({
    queryKey: ['series', check.series_url],
    enabled: !check.series && !!check.series_url,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => decodeSeries(await api.bytes(check.series_url!)),
  });
}

function CheckRow({ check, clock, fps }: { check: Check; clock: PlayerClock; fps: number }) {
  const frame = useClockPart(clock, (s) => s.frame);
  const loaded = useSeries(check);
  const series = check.series ?? loaded.data ?? null;
  const { frames } = clock.timeline;
  return (
    <div className="check">
      <div className="check-words">
        <div className="row">
          <b>{check.label}</b>
          <span className="end">
            <StateChip state={check.outcome} />
          </span>
        </div>
        <div className="num f13">{figure(check.value, check.unit)}</div>
        <div className="t3 f12 num">{thresholds(check)}</div>
        {check.message && <p className="f12 t2">{check.message}</p>}
      </div>
      <div className="check-plot">
        {series && series.length > 0 ? (
          <TimePlot
            series={series}
            frames={frames}
            warn={check.threshold_warn}
            fail={check.threshold_fail}
            spans={check.spans}
            tone={check.outcome === 'fail' ? 'no' : check.outcome === 'warn' ? 'warn' : 'tx3'}
            frame={frame}
            label={`${check.label} over time, ${check.spans.length} spans named`}
            onSeek={(f) => {
              clock.pause();
              clock.seek(f);
            }}
          />
        ) : (
          <p className="t3 f12">One number for the whole motion: nothing to plot.</p>
        )}
        {check.spans.length > 0 && (
          <div className="row wrap spans">
            {check.spans.slice(0, 12).map((span) => (
              <button
                key={span.join('-')}
                type="button"
                className={
                  check.outcome === 'fail'
                    ? 'spanchip no num'
                    : check.outcome === 'warn'
                      ? 'spanchip warn num'
                      : 'spanchip num'
                }
                onClick={() => {
                  clock.pause();
                  clock.seek(span[0]);
                }}
              >
                {spanWords(span, fps)}
              </button>
            ))}
            {check.spans.length > 12 && <span className="t3 f12">and {check.spans.length - 12} more</span>}
          </div>
        )}
      </div>
    </div>
  );
}

/** All checks on the time axis of the player; a click on a plot or a span goes there. */
export function CheckPlots({ checks, clock }: { checks: readonly Check[]; clock: PlayerClock }) {
  const order = { fail: 0, warn: 1 } as Record<string, number>;
  const sorted = checks.toSorted((a, b) => (order[a.outcome] ?? 2) - (order[b.outcome] ?? 2));
  return (
    <>
      {sorted.map((check) => (
        <CheckRow key={check.id} check={check} clock={clock} fps={clock.timeline.fps} />
      ))}
    </>
  );
}
