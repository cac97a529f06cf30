import { figure } from './checks';
import type { CheckCalibration } from './calibration';

const W = 400;

/** How many motions came to which value; the thresholds as lines. Heights are roots, so that one motion is seen beside
 *  a thousand. */
export function Histogram({
  check,
  warn,
  fail,
  height,
}: {
  check: CheckCalibration;
  warn: number | null;
  fail: number | null;
  height: number;
}) {
  const spread = check.distribution;
  if (!spread) return null;
  const { edges, counts, beyond } = spread;
  const [low, high] = [edges[0] ?? 0, edges.at(-1) ?? 1];
  const most = Math.sqrt(Math.max(1, ...counts));
  const x = (v: number) => Math.min(1, Math.max(0, (v - low) / (high - low || 1))) * W;
  const toneOf = (v: number) => {
    const past = (t: number | null) => t !== null && (check.bad === 'above' ? v > t : v < t);
    return past(fail) ? 'var(--no)' : past(warn) ? 'var(--warn)' : 'var(--ac)';
  };
  const line = (at: number | null, tone: string) =>
    at !== null &&
    at >= low &&
    at <= high && (
      <line
        x1={x(at)}
        x2={x(at)}
        y1={0}
        y2={height}
        stroke={`var(--${tone})`}
        strokeDasharray={tone === 'warn' ? '2 3' : '6 3'}
        vectorEffect="non-scaling-stroke"
      />
    );
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${W} ${height}`}
      preserveAspectRatio="none"
      style={{ height }}
      role="img"
      aria-label={`${check.label}: ${spread.count} motions from ${figure(spread.least, check.unit)} to ${figure(spread.most, check.unit)}`}
    >
      {counts.map((n, i) => {
        const [from, to] = [edges[i] ?? 0, edges[i + 1] ?? 0];
        const tall = n === 0 ? 0 : Math.max(2, (Math.sqrt(n) / most) * (height - 2));
        return (
          <rect
            key={from}
            x={x(from) + 0.5}
            width={Math.max(1, x(to) - x(from) - 1)}
            y={height - tall}
            height={tall}
            fill={toneOf(check.bad === 'above' ? from : to)}
          >
            <title>{`${n} between ${figure(from, check.unit)} and ${figure(to, check.unit)}`}</title>
          </rect>
        );
      })}
      {beyond > 0 && (
        <rect x={W - 3} width={3} y={0} height={height} fill="var(--tx3)">
          <title>{`${beyond} beyond, up to ${figure(spread.most, check.unit)}`}</title>
        </rect>
      )}
      {line(warn, 'warn')}
      {line(fail, 'no')}
    </svg>
  );
}
