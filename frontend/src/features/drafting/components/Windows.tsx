import { Link } from 'wouter';
import { count } from '../../../shared/lib/format';
import { Chip, type Tone } from '../../../shared/ui/chips';
import type { Column } from '../../../shared/ui/DataTable';
import { RowsTable } from '../../../shared/ui/RowsTable';
import { Empty } from '../../../shared/ui/states';
import { useWindows, type DraftRunDetail, type DraftWindow } from '../api';
import { callPath, WINDOWS } from '../words';

const TONES: Record<string, Tone> = { answered: 'ok', unanswered: 'no', not_sent: 'none', waiting: 'wait' };

const columns = (slug: string, asks: boolean): Column<DraftWindow>[] => [
  { id: 'n', head: 'No.', cell: (w) => <span className="num">{count(w.position)}</span>, width: 60 },
  {
    id: 'state',
    head: 'State',
    cell: (w) => <Chip tone={TONES[w.state] ?? 'wait'}>{WINDOWS[w.state] ?? w.state}</Chip>,
  },
  { id: 'video', head: 'Video', cell: (w) => <span className="short">{w.video}</span> },
  {
    id: 'frames',
    head: 'Frames',
    right: true,
    cell: (w) => `${count(w.first_frame)}–${count(w.end_frame - 1)}`,
  },
  { id: 'drafts', head: 'Drafts', right: true, cell: (w) => count(w.proposed) },
  { id: 'refused', head: 'Refused', right: true, cell: (w) => count(w.refused) },
  { id: 'repeated', head: 'Before', right: true, cell: (w) => count(w.repeated) },
  {
    id: 'reason',
    head: 'Why nothing came of it',
    wide: true,
    cell: (w) => <span className="t2">{w.reason}</span>,
  },
  ...(asks
    ? [
        {
          id: 'call',
          head: 'Call',
          cell: (w: DraftWindow) =>
            w.call ? <Link href={callPath(slug, w.call)}>Read</Link> : <span className="t3">–</span>,
        },
      ]
    : []),
];

/** The stretches that were looked at one by one, in order. */
export function Windows({ slug, run, atWork }: { slug: string; run: DraftRunDetail; atWork: boolean }) {
  const list = useWindows(slug, run.id, atWork);
  return (
    <div className="runtable">
      <RowsTable
        list={list}
        what="the stretches"
        columns={columns(slug, run.model !== '')}
        rowKey={(w) => w.id}
        label="Stretches of videos"
        empty={<Empty title="There is nothing to look at" />}
      />
    </div>
  );
}
