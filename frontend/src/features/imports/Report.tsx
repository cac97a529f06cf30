import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useJob } from '../../shared/api/jobs';
import { count, plural, words } from '../../shared/lib/format';
import { StateChip } from '../../shared/ui/chips';
import { DataTable, type Column } from '../../shared/ui/DataTable';
import { ErrorNote } from '../../shared/ui/states';
import { importEnded, useImport, type ImportRow } from './api';

const OUTCOMES = ['refused', 'warning', 'excluded', 'accepted', 'pending'];

const warningText = (w: ImportRow['warnings'][number]) => (typeof w === 'string' ? w : w.message);

function columns(slug: string): Column<ImportRow>[] {
  return [
    {
      id: 'file',
      head: 'File',
      cell: (r) =>
        r.motion ? (
          <Link href={`/p/${slug}/motions/${r.motion}`}>{r.file}</Link>
        ) : (
          <span>{r.file || '–'}</span>
        ),
      width: 260,
    },
    { id: 'outcome', head: 'Outcome', cell: (r) => <StateChip state={r.outcome} /> },
    {
      id: 'why',
      head: 'Why, and what to do',
      wide: true,
      cell: (r) => (
        <span title={[r.reason, ...r.warnings.map(warningText)].filter(Boolean).join(' · ')}>
          {[r.reason, ...r.warnings.map(warningText)].filter(Boolean).join(' · ') || (
            <span className="t3">{words(r.change || 'nothing to say')}</span>
          )}
        </span>
      ),
    },
    { id: 'line', head: 'Line', right: true, cell: (r) => (r.line === null ? '–' : count(r.line)) },
    { id: 'field', head: 'Field', cell: (r) => r.field || '–' },
  ];
}

interface Props {
  slug: string;
  id: string;
  onRepeat: (() => void) | undefined;
  busy: boolean;
}

/** One import: counts, progress while it runs, and a row for every file. */
export function Report({ slug, id, onRepeat, busy }: Props) {
  const report = useImport(slug, id);
  const job = useJob(report.data?.job_id ?? null);
  const [only, setOnly] = useState<string | null>(null);
  if (report.isPending)
    return (
      <p className="t2" role="status">
        Reading the report
      </p>
    );
  if (report.isError) return <ErrorNote error={report.error} retry={() => void report.refetch()} />;
  const r = report.data;
  const ended = importEnded(r);
  const rows = only
    ? r.rows.filter((x) => x.outcome === only)
    : r.rows.toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome));
  const inspecting = r.counts.waiting_for_inspection ?? 0;
  return (
    <div className="col report">
      <div className="row wrap">
        <StateChip state={r.state} />
        <b>{r.dry_run ? 'Dry run: nothing is stored' : 'Import'}</b>
        <span className="t2 f12">
          {plural(r.counts.total ?? 0, 'row')} {r.manifest_name && `by ${r.manifest_name}`}
        </span>
        {ended && inspecting > 0 && (
          <span className="t2 f12">{plural(inspecting, 'motion')} still being inspected</span>
        )}
        {r.dry_run && ended && onRepeat && (
          <Button className="end" onClick={onRepeat} loading={busy}>
            Import these files
          </Button>
        )}
      </div>
      {!ended && (
        <Progress
          size={6}
          animated={!job.data?.total}
          value={job.data?.total ? (100 * job.data.done) / job.data.total : 100}
          aria-label="Import"
        />
      )}
      {!ended && job.data && (
        <p className="f12 t2 num" role="status">
          {job.data.total ? `${count(job.data.done)} of ${count(job.data.total)}` : 'Waiting for a worker'}
          {job.data.refused > 0 && `, ${count(job.data.refused)} refused`}
        </p>
      )}
      {r.failure && (
        <div className="note no" role="alert">
          <p>{r.failure}</p>
        </div>
      )}
      <div className="row wrap" role="group" aria-label="Outcomes">
        <button
          type="button"
          className="facet inline"
          aria-pressed={only === null}
          onClick={() => setOnly(null)}
        >
          <span>All</span>
          <span className="n">{count(r.counts.total ?? 0)}</span>
        </button>
        {OUTCOMES.filter((o) => (r.counts[o] ?? 0) > 0).map((o) => (
          <button
            key={o}
            type="button"
            className="facet inline"
            aria-pressed={only === o}
            onClick={() => setOnly(only === o ? null : o)}
          >
            <span>{words(o)}</span>
            <span className="n">{count(r.counts[o] ?? 0)}</span>
          </button>
        ))}
      </div>
      {rows.length > 0 && (
        <div className="reportbox">
          <DataTable rows={rows} columns={columns(slug)} rowKey={(x) => String(x.number)} label="Report" />
        </div>
      )}
    </div>
  );
}
