import { count } from '../../../shared/lib/format';
import { flowPaths, ROW_PX } from './bands';

export interface FlowRow {
  id: string;
  label: string;
  n: number;
  good: boolean;
}

const WIDTH = 96;

/** What went in on the left, and into what it parts on the right; the rows themselves stand beside it. */
export function FlowDrawing({ rows, total }: { rows: readonly FlowRow[]; total: number }) {
  const paths = flowPaths(
    rows.map((row) => row.n),
    total,
    WIDTH,
  );
  return (
    <svg
      className="flowdrawing"
      width={WIDTH}
      height={rows.length * ROW_PX}
      role="img"
      aria-label={`${count(total)}: ${rows.map((row) => `${row.label} ${count(row.n)}`).join(', ')}`}
    >
      {rows.map((row, n) => (
        <path key={row.id} d={paths[n]} className={row.good ? 'fit' : 'out'} />
      ))}
    </svg>
  );
}
