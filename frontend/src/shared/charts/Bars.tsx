import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import './charts.css';

interface Props {
  points: readonly { label: string; n: number }[];
  label: string;
  name: string;
  height?: number;
}

/** Counts per label from a zero baseline. Its numbers stand in the card's table. */
export function Bars({ points, label, name, height = 150 }: Props) {
  return (
    <div role="img" aria-label={label} className="chart">
      <BarChart
        h={height}
        data={points.map((p) => ({ label: p.label, n: p.n }))}
        dataKey="label"
        series={[{ name: 'n', label: name, color: 'var(--ac)' }]}
        gridAxis="x"
        tickLine="none"
        maxBarWidth={36}
        yAxisProps={{ allowDecimals: false, width: 40, tickCount: 4 }}
        xAxisProps={{ minTickGap: 18 }}
        barProps={{ isAnimationActive: false, radius: 2 }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
}
