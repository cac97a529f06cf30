import { Link } from 'wouter';
import { count, dateTime, words } from '../lib/format';
import { StateChip } from './chips';

interface Intake {
  id: string;
  created_at: string;
  created_by: string;
  dry_run: boolean;
  state: string;
  counts: Record<string, number>;
}

/** What a column counts: the rows of this outcome and of those that belong to it. */
const COUNTED: Record<string, readonly string[]> = { accepted: ['accepted', 'warning'] };
const counted = (counts: Intake['counts'], outcome: string) =>
  (COUNTED[outcome] ?? [outcome]).reduce((sum, one) => sum + (counts[one] ?? 0), 0);

interface Props<T extends Intake> {
  rows: readonly T[];
  /** What stands here while there are none. */
  none: string;
  /** Where the report of one is. */
  to: (row: T) => string;
  outcomes: readonly string[];
  /** What tells one from another beside its time. */
  what?: { head: string; of: (row: T) => string };
}

/** Earlier imports or registrations, newest first. */
export function EarlierIntakes<T extends Intake>({ rows, none, to, outcomes, what }: Props<T>) {
  if (rows.length === 0) return <p className="t2">{none}</p>;
  return (
    <table className="t">
      <thead>
        <tr>
          <th>When</th>
          {what && <th>{what.head}</th>}
          <th>State</th>
          {outcomes.map((outcome) => (
            <th key={outcome} className="r">
              {words(outcome)}
            </th>
          ))}
          <th>By</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="nowrap">
              <Link href={to(row)}>{dateTime(row.created_at)}</Link>
              {row.dry_run && <span className="chip tagchip">dry run</span>}
            </td>
            {what && (
              <td>
                <span className="short">{what.of(row)}</span>
              </td>
            )}
            <td>
              <StateChip state={row.state} />
            </td>
            {outcomes.map((outcome) => (
              <td key={outcome} className="r">
                {count(counted(row.counts, outcome))}
              </td>
            ))}
            <td>{row.created_by}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
