import { Progress } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useJob } from '../api/jobs';
import { count, words } from '../lib/format';
import { takeLostFocus } from '../lib/lostFocus';
import { StateChip } from './chips';
import { DataTable, type Column } from './DataTable';
import { RunAgain } from './RunAgain';
import { ErrorNote } from './states';

/** Worst first, so that what needs a hand is on top. */
const OUTCOMES = ['refused', 'warning', 'excluded', 'accepted', 'new', 'changed', 'unchanged', 'pending'];
/** Reasons may take two lines. */
const ROW = 48;
const rank = (outcome: string) => (OUTCOMES.includes(outcome) ? OUTCOMES.indexOf(outcome) : OUTCOMES.length);

interface Props<T> {
  /** What it is: "Import", "Registration". */
  what: string;
  state: string;
  ended: boolean;
  jobId: string | null;
  failure: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  /** Rows of each outcome; counted from the rows where the server does not say. */
  counts?: Record<string, number>;
  total?: number;
  /** Beside the state: what it was, of how many. */
  children: ReactNode;
}

interface WaitingProps<T> {
  report: { data: T | undefined; isError: boolean; error: unknown; refetch: () => unknown };
  children: (report: T) => ReactNode;
}

/** A report once it is here; before that, that it is being read or why it cannot be. */
export function WhenRead<T>({ report, children }: WaitingProps<T>) {
  if (report.isError) return <ErrorNote error={report.error} retry={() => void report.refetch()} />;
  if (report.data !== undefined) return children(report.data);
  return (
    <p className="t2" role="status">
      Reading the report
    </p>
  );
}

/** What became of each row of something brought in: progress while it runs, a filter by outcome, a line for each. */
export function OutcomeReport<T extends { outcome: string }>(p: Props<T>) {
  const job = useJob(p.jobId);
  // Its job may have been put back into the queue with no worker yet, or have ended where nobody could say so here.
  const ofJob = job.data?.state ?? p.state;
  const stopped = p.state !== 'done' && ['failed', 'cancelled'].includes(ofJob);
  const going = !stopped && (!p.ended || (p.state !== 'done' && job.data !== undefined));
  const [only, setOnly] = useState<string | null>(null);
  const counted = (outcome: string) =>
    p.counts?.[outcome] ?? p.rows.filter((row) => row.outcome === outcome).length;
  const rows = only
    ? p.rows.filter((row) => row.outcome === only)
    : p.rows.toSorted((a, b) => rank(a.outcome) - rank(b.outcome));
  const facet = (outcome: string | null, label: string, n: number) => (
    <button
      key={label}
      type="button"
      className="facet inline"
      aria-pressed={only === outcome}
      onClick={() => setOnly(only === outcome ? null : outcome)}
    >
      <span>{label}</span>
      <span className="n">{count(n)}</span>
    </button>
  );
  return (
    <div className="col report">
      <div className="row wrap">
        <StateChip state={stopped || (going && p.ended) ? ofJob : p.state} />
        {p.children}
      </div>
      {going && (
        <>
          <Progress
            size={6}
            animated={!job.data?.total}
            value={job.data?.total ? (100 * job.data.done) / job.data.total : 100}
            aria-label={p.what}
          />
          {job.data && (
            <p className="f12 t2 num" role="status" tabIndex={-1} ref={takeLostFocus}>
              {job.data.total
                ? `${count(job.data.done)} of ${count(job.data.total)}`
                : 'Waiting for a worker'}
              {job.data.refused > 0 && `, ${count(job.data.refused)} refused`}
            </p>
          )}
        </>
      )}
      {stopped && (
        <RunAgain
          job={p.jobId}
          why={p.failure || (ofJob === 'failed' ? 'It did not finish.' : 'It was cancelled.')}
          failed={ofJob === 'failed'}
          rest="What came in stays, and it goes on where it was."
        />
      )}
      <div className="row wrap" role="group" aria-label="Outcomes">
        {facet(null, 'All', p.total ?? p.rows.length)}
        {OUTCOMES.filter((o) => counted(o) > 0).map((o) => facet(o, words(o), counted(o)))}
      </div>
      {rows.length > 0 && (
        <div className="reportbox">
          <DataTable rows={rows} columns={p.columns} rowKey={p.rowKey} rowHeight={ROW} label="Report" />
        </div>
      )}
    </div>
  );
}
