import { Button } from '@mantine/core';
import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { Link } from 'wouter';
import { count, dateTime, plural, words } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { PageHead } from '../../shared/ui/page';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty } from '../../shared/ui/states';
import { runPath, useRuns, type DraftRun } from './api';
import { done, drafterWords, progressWords, taskWord } from './words';
import './drafting.css';

const COLUMNS: Column<DraftRun>[] = [
  { id: 'asked', head: 'Asked for', cell: (r) => dateTime(r.created_at) },
  {
    id: 'by',
    head: 'By',
    cell: (r) => (
      <span title={r.prompt ? `${r.drafter}, prompt ${r.prompt}` : r.drafter}>
        {words(drafterWords(r.drafter))}
        {r.model && <span className="t2">, {r.model}</span>}
      </span>
    ),
  },
  { id: 'state', head: 'State', cell: (r) => <StateChip state={r.state} /> },
  {
    id: 'far',
    head: 'Done',
    right: true,
    cell: (r) => `${count(done(r.counts))} of ${count(r.counts.windows ?? 0)}`,
  },
  { id: 'what', head: 'What came of it', wide: true, cell: (r) => progressWords(r.counts) },
  { id: 'videos', head: 'Videos', right: true, cell: (r) => count(r.counts.videos ?? 0) },
  {
    id: 'types',
    head: 'Tasks',
    cell: (r) => <span className="short">{r.types.map(taskWord).join(', ')}</span>,
  },
  { id: 'person', head: 'Person', cell: (r) => r.created_by },
];

/** The runs of a project, the newest first. */
export default function DraftingPage({ slug }: { slug: string }) {
  usePage({ title: 'Drafting', crumbs: [{ label: 'Drafting' }] });
  const runs = useRuns(slug);
  const ask = (
    <Button component={Link} href={`/p/${slug}/drafting/new`} leftSection={<IconPlus size={16} />}>
      Ask for drafts
    </Button>
  );
  return (
    <div className="listpage one">
      <div className="listmain">
        <PageHead title="Drafting" sub={runs.rows.length > 0 ? plural(runs.rows.length, 'run') : undefined}>
          <Button
            component={Link}
            href={`/p/${slug}/drafting/measures`}
            variant="default"
            leftSection={<IconChartBar size={16} />}
          >
            Measures
          </Button>
          {ask}
        </PageHead>
        <RowsTable
          list={runs}
          what="the drafting runs"
          columns={COLUMNS}
          rowKey={(r) => r.id}
          href={(r) => runPath(slug, r.id)}
          label="Drafting runs"
          empty={
            <Empty title="No drafts were asked for yet" action={ask}>
              A drafter proposes clips of the videos, and with a model questions and answers too. Annotators
              take the drafts from their queue and correct, rewrite or discard them.
            </Empty>
          }
        />
      </div>
    </div>
  );
}
