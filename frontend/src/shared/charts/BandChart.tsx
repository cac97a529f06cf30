import { CompositeChart, type CompositeChartSeries } from '@mantine/charts';
import '@mantine/charts/styles.css';
import './charts.css';

export interface BandPoint {
  label: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  other?: number | null;
}

interface Props {
  points: readonly BandPoint[];
  label: string;
  valueName: string;
  otherName?: string;
  bandName?: string;
  height?: number;
  /** How values are written; shares are percentages. */
  format?: (value: number) => string;
  /** The axis; shares end at 1 and start near the smallest value. */
  domain?: [number, number];
}

const asPercent = (value: number): string => `${Math.round(value * 100)} %`;

/** A band is two values. */
const written = (value: number | readonly number[], format: (value: number) => string): string =>
  typeof value === 'number' ? format(value) : value.map(format).join(' to ');

/** Values over ordered labels, an interval band and a second dashed line. Its numbers stand in the card's table. */
export function BandChart({
  points,
  label,
  valueName,
  otherName,
  bandName = 'Interval',
  height = 180,
  format = asPercent,
  domain,
}: Props) {
  const known = points
    .flatMap((p) => [p.value, p.low, p.high, p.other])
    .filter((v): v is number => v !== null && v !== undefined);
  const floor = known.length > 0 ? Math.max(0, Math.floor((Math.min(...known) - 0.02) * 5) / 5) : 0;
  const banded = points.some((p) => p.low != null && p.high != null);
  const rows = points.map((p) => ({
    label: p.label,
    value: p.value,
    other: p.other ?? null,
    band: p.low != null && p.high != null ? [p.low, p.high] : null,
  }));
  const series: CompositeChartSeries[] = [
    ...(banded ? [{ name: 'band', label: bandName, type: 'area', color: 'var(--ac)' } as const] : []),
    ...(otherName
      ? [
          {
            name: 'other',
            label: otherName,
            type: 'line',
            color: 'var(--tx3)',
            strokeDasharray: '5 4',
          } as const,
        ]
      : []),
    { name: 'value', label: valueName, type: 'line', color: 'var(--ac)' },
  ];
  return (
    <div role="img" aria-label={label} className="chart">
      <CompositeChart
        h={height}
        data={rows}
        dataKey="label"
        series={series}
        curveType="linear"
        connectNulls={false}
        withDots
        dotProps={{ r: points.length < 30 ? 3 : 1.5 }}
        strokeWidth={2}
        gridAxis="x"
        tickLine="none"
        valueFormatter={(value) => written(value, format)}
        yAxisProps={{ domain: domain ?? [floor, 1], width: 46, tickCount: 5 }}
        xAxisProps={{ minTickGap: 18, padding: { left: 12, right: 12 } }}
        areaProps={{ isAnimationActive: false, fillOpacity: 0.16, strokeOpacity: 0, dot: false }}
        lineProps={(line) => ({ isAnimationActive: false, ...(line.name === 'other' ? { dot: false } : {}) })}
        composedChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
