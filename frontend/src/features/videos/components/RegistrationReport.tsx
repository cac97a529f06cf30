import { Link } from 'wouter';
import type { ReactNode } from 'react';
import { count, plural, words } from '../../../shared/lib/format';
import { StateChip } from '../../../shared/ui/chips';
import type { Column } from '../../../shared/ui/DataTable';
import { OutcomeReport, WhenRead } from '../../../shared/ui/OutcomeReport';
import { registrationEnded, useRegistration } from '../api/hooks';
import type { RegistrationRow } from '../api/types';

const said = (r: RegistrationRow): string =>
  [
    r.reason,
    ...r.warnings,
    ...r.changes.map((c) => `${words(c.field)}: ${c.before || 'nothing'} becomes ${c.after || 'nothing'}.`),
  ]
    .filter(Boolean)
    .join(' ');

const columns = (slug: string): Column<RegistrationRow>[] => [
  {
    id: 'file',
    head: 'File',
    width: 260,
    cell: (r) =>
      r.video ? <Link href={`/p/${slug}/videos/${r.video}`}>{r.file}</Link> : <span>{r.file || '–'}</span>,
  },
  { id: 'outcome', head: 'Outcome', cell: (r) => <StateChip state={r.outcome} /> },
  {
    id: 'why',
    head: 'Why, and what to do',
    wide: true,
    cell: (r) => {
      const text = said(r);
      return (
        <span title={text}>{text || <span className="t3">{words(r.change || 'nothing to say')}</span>}</span>
      );
    },
  },
  { id: 'line', head: 'Line', right: true, cell: (r) => (r.line === null ? '–' : count(r.line)) },
  { id: 'field', head: 'Field', cell: (r) => (r.field ? words(r.field) : '–') },
];

/** One registration: counts, progress while it runs, and a row for every file. */
export function RegistrationReport({
  slug,
  id,
  children,
}: {
  slug: string;
  id: string;
  /** What to do next, beside the state. */
  children?: ReactNode;
}) {
  return (
    <WhenRead report={useRegistration(slug, id)}>
      {(r) => {
        return (
          <OutcomeReport
            what="Registration"
            state={r.state}
            ended={registrationEnded(r)}
            jobId={r.job_id}
            failure={r.failure}
            rows={r.rows}
            counts={r.counts}
            columns={columns(slug)}
            rowKey={(row) => String(row.number)}
          >
            <b>{r.dry_run ? 'Dry run: nothing is registered' : 'Registration'}</b>
            <span className="t2 f12">{plural(r.rows.length, 'row')}</span>
            {registrationEnded(r) && children}
          </OutcomeReport>
        );
      }}
    </WhenRead>
  );
}
