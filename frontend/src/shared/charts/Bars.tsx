import { useElementSize } from '@mantine/hooks';
import './charts.css';

/** Counts per label from a zero baseline; a table behind for screen readers. */
export function Bars({
  points,
  label,
  height = 120,
}: {
  points: readonly { label: string; n: number }[];
  label: string;
  height?: number;
}) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const most = Math.max(1, ...points.map((p) => p.n));
  const step = width / Math.max(1, points.length);
  const bar = Math.max(2, Math.min(36, step - 4));
  const y = (n: number) => 16 + (1 - n / most) * (height - 36);
  const every = Math.max(1, Math.ceil(points.length / Math.max(1, Math.floor(width / 64))));
  return (
    <figure className="bandchart">
      <div ref={ref}>
        <svg width={width} height={height} role="img" aria-label={label}>
          <line x1={0} x2={width} y1={height - 20} y2={height - 20} stroke="var(--line-2)" />
          {points.map((p, i) => (
            <g key={p.label}>
              <rect
                x={i * step + (step - bar) / 2}
                width={bar}
                y={y(p.n)}
                height={height - 20 - y(p.n)}
                fill="var(--ac)"
                rx={2}
              />
              {p.n > 0 && step > 22 && (
                <text x={i * step + step / 2} y={y(p.n) - 4} textAnchor="middle">
                  {p.n}
                </text>
              )}
              {i % every === 0 && (
                <text x={i * step + step / 2} y={height - 5} textAnchor="middle">
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
              <th>Count</th>
            </tr>
          </thead>
          <tbody>
            {points.map((p) => (
              <tr key={p.label}>
                <td>{p.label}</td>
                <td>{p.n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
