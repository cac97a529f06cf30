import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'wouter';
import { jobEnded } from '../../../shared/api/jobs';
import { saveText } from '../../../shared/lib/download';
import { count, plural } from '../../../shared/lib/format';
import { StateChip } from '../../../shared/ui/chips';
import type { Column } from '../../../shared/ui/DataTable';
import { OutcomeReport, WhenRead } from '../../../shared/ui/OutcomeReport';
import { useItemImport } from '../api';
import { linesOf, toCsv, type ReportLine } from '../model/report';

const columns = (slug: string): Column<ReportLine>[] => [
  { id: 'number', head: 'Record', right: true, cell: (r) => count(r.number) },
  { id: 'line', head: 'Line', right: true, cell: (r) => (r.line === null ? '–' : count(r.line)) },
  {
    id: 'id',
    head: 'Id',
    cell: (r) =>
      r.item ? <Link href={`/p/${slug}/items/${r.item}`}>{r.external_id}</Link> : r.external_id || '–',
  },
  { id: 'outcome', head: 'Outcome', cell: (r) => <StateChip state={r.outcome} /> },
  { id: 'rule', head: 'Rule', cell: (r) => r.rule || '–' },
  { id: 'field', head: 'Field', cell: (r) => r.field || '–' },
  {
    id: 'message',
    head: 'What is the matter',
    wide: true,
    cell: (r) => <span title={r.message}>{r.message || <span className="t3">nothing to say</span>}</span>,
  },
];

interface Props {
  slug: string;
  id: string;
  /** Imports what was tried; undefined where the file is not at hand any more. */
  onImport: (() => void) | undefined;
  busy: boolean;
}

/** One import: a line for each record and each objection to it. */
export function ImportReport({ slug, id, onImport, busy }: Props) {
  return (
    <WhenRead report={useItemImport(slug, id)}>
      {(r) => {
        const ended = jobEnded(r);
        const lines = linesOf(r.rows);
        const total = r.counts.total ?? 0;
        const usable = total - (r.counts.refused ?? 0);
        return (
          <OutcomeReport
            what="Import"
            state={r.state}
            ended={ended}
            jobId={r.job_id}
            failure={r.failure}
            rows={lines}
            columns={columns(slug)}
            rowKey={(x) => x.key}
            counts={r.counts}
            total={total}
          >
            <b>{r.dry_run ? 'Dry run: nothing is stored' : 'Import'}</b>
            <span className="t2 f12">
              {plural(total, 'record')} of {r.file_name}
            </span>
            <span className="end row">
              {lines.length > 0 && (
                <Button
                  variant="default"
                  leftSection={<IconDownload size={15} />}
                  onClick={() => saveText(toCsv(lines), `${r.file_name}-report.csv`, 'text/csv')}
                >
                  Report as CSV
                </Button>
              )}
              {r.dry_run && ended && onImport && (
                <Button onClick={onImport} loading={busy} disabled={usable === 0}>
                  Import {plural(usable, 'record')}
                </Button>
              )}
            </span>
          </OutcomeReport>
        );
      }}
    </WhenRead>
  );
}
