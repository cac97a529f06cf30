import { useElementSize } from '@mantine/hooks';
import { path } from './series';
import './charts.css';

export interface BandPoint {
  label: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  other?: number | null;
}

/** Values from 0 to 1 over ordered labels, an interval band and a second dashed line; direct labels, a table behind. */
export function BandChart({
  points,
  label,
  valueName,
  otherName,
  height = 176,
}: {
  points: readonly BandPoint[];
  label: string;
  valueName: string;
  otherName?: string;
  height?: number;
}) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const all = points
    .flatMap((p) => [p.value, p.low, p.high, p.other])
    .filter((v): v is number => v !== null && v !== undefined);
  const floor = all.length > 0 ? Math.max(0, Math.floor((Math.min(...all) - 0.02) * 5) / 5) : 0;
  const left = 42;
  const right = 12;
  const bottom = 20;
  const x = (i: number) =>
    left +
    (points.length === 1 ? (width - left - right) / 2 : (i / (points.length - 1)) * (width - left - right));
  const y = (v: number) => 8 + (1 - (v - floor) / (1 - floor)) * (height - 8 - bottom);
  const ticks = [0, 1, 2, 3].map((k) => floor + ((1 - floor) * k) / 3);
  const line = (pick: (p: BandPoint) => number | null | undefined) =>
    path(
      points.map((p, i) => [i, pick(p) ?? null]),
      x,
      y,
    );
  const banded = points
    .map((p, i) => ({ ...p, i }))
    .filter((p) => p.low !== null && p.low !== undefined && p.high !== null && p.high !== undefined);
  const area =
    banded.length > 1
      ? `M${banded.map((p) => `${x(p.i).toFixed(1)} ${y(p.high!).toFixed(1)}`).join('L')}L${banded
          .toReversed()
          .map((p) => `${x(p.i).toFixed(1)} ${y(p.low!).toFixed(1)}`)
          .join('L')}Z`
      : '';
  const every = Math.max(1, Math.ceil(points.length / Math.max(1, Math.floor((width - left) / 56))));
  const pc = (v: number | null | undefined) =>
    v === null || v === undefined ? 'undefined' : `${(v * 100).toFixed(1)} %`;
  return (
    <figure className="bandchart">
      <div ref={ref}>
        <svg width={width} height={height} role="img" aria-label={label}>
          {ticks.map((t) => (
            <g key={t}>
              <line x1={left} x2={width - right} y1={y(t)} y2={y(t)} stroke="var(--line)" />
              <text x={left - 8} y={y(t) + 4} textAnchor="end">
                {Math.round(t * 100)} %
              </text>
            </g>
          ))}
          {area && <path d={area} fill="var(--ac)" opacity={0.16} />}
          {otherName && (
            <path
              d={line((p) => p.other)}
              fill="none"
              stroke="var(--tx3)"
              strokeWidth={2}
              strokeDasharray="5 4"
            />
          )}
          <path d={line((p) => p.value)} fill="none" stroke="var(--ac)" strokeWidth={2.2} />
          {points.length === 1 && otherName && points[0]?.other != null && (
            <line
              x1={x(0) - 22}
              x2={x(0) + 22}
              y1={y(points[0].other)}
              y2={y(points[0].other)}
              stroke="var(--tx3)"
              strokeWidth={2}
              strokeDasharray="5 4"
            />
          )}
          {points.map((p, i) => (
            <g key={p.label}>
              {p.low !== null &&
                p.low !== undefined &&
                p.high !== null &&
                p.high !== undefined &&
                banded.length === 1 && (
                  <line x1={x(i)} x2={x(i)} y1={y(p.low)} y2={y(p.high)} stroke="var(--ac)" strokeWidth={2} />
                )}
              {p.value !== null && (
                <circle
                  cx={x(i)}
                  cy={y(p.value)}
                  r={points.length < 30 ? 3.5 : 2}
                  fill="var(--ac)"
                  stroke="var(--surface)"
                />
              )}
              {i % every === 0 && (
                <text
                  x={x(i)}
                  y={height - 4}
                  textAnchor={
                    i === 0 && points.length > 1
                      ? 'start'
                      : i === points.length - 1 && points.length > 1
                        ? 'end'
                        : 'middle'
                  }
                >
                  {p.label}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <div className="sr">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th>When</th>
              <th>{valueName}</th>
              {otherName && <th>{otherName}</th>}
              <th>Interval</th>
            </tr>
          </thead>
          <tbody>
            {points.map((p) => (
              <tr key={p.label}>
                <td>{p.label}</td>
                <td>{pc(p.value)}</td>
                {otherName && <td>{pc(p.other)}</td>}
                <td>
                  {pc(p.low)} to {pc(p.high)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
