import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { count, plural, words } from '../../shared/lib/format';
import { StateChip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { OutcomeReport, WhenRead } from '../../shared/ui/OutcomeReport';
import { importEnded, useImport, type ImportRow } from './api';

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
  return (
    <WhenRead report={useImport(slug, id)}>
      {(r) => {
        const ended = importEnded(r);
        const inspecting = r.counts.waiting_for_inspection ?? 0;
        return (
          <OutcomeReport
            what="Import"
            state={r.state}
            ended={ended}
            jobId={r.job_id}
            failure={r.failure}
            rows={r.rows}
            columns={columns(slug)}
            rowKey={(x) => String(x.number)}
            counts={r.counts}
            total={r.counts.total ?? 0}
          >
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
          </OutcomeReport>
        );
      }}
    </WhenRead>
  );
}
