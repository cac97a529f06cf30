import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { count, plural, words } from '../../shared/lib/format';
import { useGo } from '../../shared/lib/url';
import { StateChip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { OutcomeReport, WhenRead } from '../../shared/ui/OutcomeReport';
import { ErrorNote } from '../../shared/ui/states';
import { importEnded, useApplyImport, useImport, type ImportRow } from './api';
import { Differences } from './Differences';

const warningText = (w: ImportRow['warnings'][number]) => (typeof w === 'string' ? w : w.message);

/** Of a row that has no outcome yet. */
const SAYS: Record<string, string> = { pending: 'waits its turn' };

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
      // The reason of a warned row holds its warnings already.
      cell: (r) => {
        const why = r.reason || r.warnings.map(warningText).join(' · ');
        return (
          <span title={why}>
            {why || <span className="t3">{SAYS[r.outcome] ?? words(r.change || 'nothing to say')}</span>}
          </span>
        );
      },
    },
    { id: 'line', head: 'Line', right: true, cell: (r) => (r.line === null ? '–' : count(r.line)) },
    { id: 'field', head: 'Field', cell: (r) => r.field || '–' },
  ];
}

const PERFORMANCE: Column<ImportRow> = {
  id: 'pair',
  head: 'Performance',
  cell: (r) => (r.part ? `${r.performance} · ${r.part}` : '–'),
};

/** One import: counts, progress while it runs, what it changes, and a row for every file. */
export function Report({ slug, id }: { slug: string; id: string }) {
  const go = useGo();
  const apply = useApplyImport(slug);
  return (
    <WhenRead report={useImport(slug, id)}>
      {(r) => {
        const ended = importEnded(r);
        const { unit = '', up_axis = '' } = r.mapping.constants ?? {};
        const said = [unit && `Unit: ${unit}`, up_axis && `up: ${up_axis}`].filter(Boolean).join(', ');
        const inspecting = r.counts.waiting_for_inspection ?? 0;
        return (
          <OutcomeReport
            what="Import"
            state={r.state}
            ended={ended}
            jobId={r.job_id}
            failure={r.failure}
            rows={r.rows}
            columns={r.pairs + r.alone > 0 ? [...columns(slug), PERFORMANCE] : columns(slug)}
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
            {r.pairs + r.alone > 0 && (
              <span className="f12">
                {plural(r.pairs, 'pair')}
                {r.alone > 0 && `, ${count(r.alone)} without a partner`}
              </span>
            )}
            {said && <span className="f12 t2">{said}</span>}
            {r.dry_run && r.state === 'done' && (
              <Button
                className="end"
                onClick={() => apply.mutate(id, { onSuccess: (s) => go(`/p/${slug}/import/${s.import.id}`) })}
                loading={apply.isPending}
              >
                Import these files
              </Button>
            )}
            {apply.isError && <ErrorNote error={apply.error} />}
            <div className="wholeline">
              <Differences report={r} />
            </div>
          </OutcomeReport>
        );
      }}
    </WhenRead>
  );
}
