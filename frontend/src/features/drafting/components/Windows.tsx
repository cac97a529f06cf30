import { Button, Checkbox } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { count, plural } from '../../../shared/lib/format';
import { Chip, type Tone } from '../../../shared/ui/chips';
import type { Column } from '../../../shared/ui/DataTable';
import { RowsTable } from '../../../shared/ui/RowsTable';
import { Empty, ErrorNote } from '../../../shared/ui/states';
import { useAskAgain, useWindows, type DraftRunDetail, type DraftWindow } from '../api';
import { callPath, isUnanswered, shownWords, unanswered, WINDOWS } from '../words';

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
    head: asks ? 'Why nothing came of it, or what was shown' : 'Why nothing came of it',
    wide: true,
    cell: (w) => <span className="t2">{w.reason || shownWords(w.shown)}</span>,
  },
  ...(asks
    ? [
        {
          id: 'asked',
          head: 'Asked again',
          right: true,
          cell: (w: DraftWindow) =>
            w.asked_again > 0 ? count(w.asked_again) : <span className="t3">–</span>,
        },
        {
          id: 'call',
          head: 'Calls',
          cell: (w: DraftWindow) => <Calls slug={slug} window={w} />,
        },
      ]
    : []),
];

/** A box before every stretch that can be asked about again. */
const choosing = (
  chosen: ReadonlySet<string>,
  choose: (id: string, on: boolean) => void,
): Column<DraftWindow> => ({
  id: 'choose',
  head: 'Choose',
  width: 70,
  cell: (w) =>
    isUnanswered(w.state) && (
      <Checkbox
        size="xs"
        aria-label={`Choose stretch ${w.position}`}
        checked={chosen.has(w.id)}
        onChange={(e) => choose(w.id, e.currentTarget.checked)}
      />
    ),
});

/** The call that stands for a stretch, and those before it. */
function Calls({ slug, window: w }: { slug: string; window: DraftWindow }) {
  const calls = [...w.earlier_calls, ...(w.call ? [w.call] : [])];
  if (calls.length === 0) return <span className="t3">–</span>;
  return (
    <span className="row">
      {calls.map((call, i) => (
        <Link
          key={call}
          href={callPath(slug, call)}
          aria-label={`Read call ${i + 1} of stretch ${w.position}`}
        >
          {calls.length > 1 ? i + 1 : 'Read'}
        </Link>
      ))}
    </span>
  );
}

/** The stretches that were looked at one by one, in order; what has no answer can be asked for again. */
export function Windows({ slug, run, atWork }: { slug: string; run: DraftRunDetail; atWork: boolean }) {
  const list = useWindows(slug, run.id, atWork);
  const again = useAskAgain(slug, run.id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const open = unanswered(run.counts);
  const canAsk = open > 0 && !atWork && run.state !== 'cancelled';
  const choose = (id: string, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)));
  const ask = () =>
    again.mutate(chosen.size > 0 ? [...chosen] : null, { onSuccess: () => setChosen(new Set()) });
  return (
    <>
      {canAsk && (
        <div className="row wrap runfilter">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRepeat size={15} />}
            loading={again.isPending}
            onClick={ask}
          >
            {chosen.size > 0
              ? `Ask again for the ${plural(chosen.size, 'chosen stretch', 'chosen stretches')}`
              : `Ask again for all ${plural(open, 'stretch', 'stretches')} without an answer`}
          </Button>
          <span className="f12 t2">Within the budget of this run. What was answered is not sent again.</span>
        </div>
      )}
      {again.isError && (
        <ErrorNote error={again.error} safe="Nothing was asked for, and your choice is kept." />
      )}
      <div className="runtable">
        <RowsTable
          list={list}
          what="the stretches"
          columns={[...(canAsk ? [choosing(chosen, choose)] : []), ...columns(slug, run.model !== '')]}
          rowKey={(w) => w.id}
          label="Stretches of videos"
          empty={<Empty title="There is nothing to look at" />}
        />
      </div>
    </>
  );
}
