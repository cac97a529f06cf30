import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { path, rangeOf, thin } from './series';
import './charts.css';

interface Props {
  series: readonly (number | null)[];
  frames: number;
  warn: number | null;
  fail: number | null;
  spans: readonly (readonly [number, number])[];
  /** Colour of the spans: what the check came to. */
  tone: 'no' | 'warn' | 'tx3';
  frame: number;
  label: string;
  onSeek: (frame: number) => void;
  height?: number;
}

/** One check over time: curve, thresholds as lines, spans that breach them; a click seeks. */
export function TimePlot({
  series,
  frames,
  warn,
  fail,
  spans,
  tone,
  frame,
  label,
  onSeek,
  height = 64,
}: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const last = Math.max(1, frames - 1);
  const { low, high } = useMemo(() => rangeOf(series, [warn, fail]), [series, warn, fail]);
  const x = (i: number) => (i / last) * width;
  const y = (v: number) => height - 3 - ((v - low) / (high - low)) * (height - 6);
  const d = useMemo(() => {
    if (width === 0) return '';
    const atX = (i: number) => (i / last) * width;
    const atY = (v: number) => height - 3 - ((v - low) / (high - low)) * (height - 6);
    return path(thin(series, Math.max(60, Math.floor(width))), atX, atY);
  }, [series, width, height, last, low, high]);
  const line = (at: number | null, tone: 'warn' | 'no', word: string) =>
    at !== null &&
    at >= low &&
    at <= high && (
      <g>
        <line
          x1={0}
          x2={width}
          y1={y(at)}
          y2={y(at)}
          stroke={`var(--${tone})`}
          strokeDasharray={tone === 'warn' ? '2 3' : '6 3'}
        />
        <title>{word}</title>
      </g>
    );
  return (
    // The slider of the player is the keyboard side of this seeking.
    <div
      className="timeplot"
      ref={ref}
      style={{ height }}
      role="presentation"
      onClick={(e) => {
        const box = e.currentTarget.getBoundingClientRect();
        onSeek(Math.round(((e.clientX - box.left) / box.width) * last));
      }}
    >
      <svg width={width} height={height} role="img" aria-label={label}>
        {spans.map(([from, to]) => (
          <rect
            key={`${from}-${to}`}
            className="timeplot-span"
            fill={`var(--${tone})`}
            x={x(from)}
            width={Math.max(2, x(to) - x(from))}
            y={0}
            height={height}
          />
        ))}
        {line(warn, 'warn', 'Warns from here')}
        {line(fail, 'no', 'Fails from here')}
        <path d={d} fill="none" stroke="var(--ac)" strokeWidth={1.5} strokeLinejoin="round" />
        <line
          x1={x(Math.min(frame, last))}
          x2={x(Math.min(frame, last))}
          y1={0}
          y2={height}
          stroke="var(--tx)"
          strokeWidth={1.5}
        />
      </svg>
    </div>
  );
}
