import { Button } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useRows } from '../../shared/api/list';
import { dateTime, shortId, words } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/DataTable';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty } from '../../shared/ui/states';
import type { DecisionRow } from './types';
import { WithReason } from './WithReason';

const reasonsOf = ({ judgements }: DecisionRow): string =>
  Object.values(judgements)
    .flatMap(({ reasons }) => reasons)
    .map(words)
    .join(', ');

const columnsOf = (onWithdraw: (one: DecisionRow) => void): Column<DecisionRow>[] => [
  { id: 'at', head: 'Decided', cell: (one) => dateTime(one.decided_at), width: 150 },
  { id: 'who', head: 'Reviewer', cell: (one) => one.reviewer_name, width: 150 },
  {
    id: 'what',
    head: 'On',
    cell: (one) => (
      <>
        {words(one.kind)} <span className="mono">{shortId(one.subject)}</span>, round {one.number}
      </>
    ),
    width: 210,
  },
  {
    id: 'verdict',
    head: 'Verdict',
    cell: (one) => (
      <span className={one.verdict === 'accept' ? 'chip ok' : 'chip no'}>
        {one.verdict === 'accept' ? <IconCheck size={13} aria-hidden /> : <IconX size={13} aria-hidden />}
        {one.verdict === 'accept' ? 'Accept' : 'Reject'}
      </span>
    ),
    width: 100,
  },
  {
    id: 'why',
    head: 'Reasons and note',
    cell: (one) => (
      <span className="short" title={one.note}>
        {[reasonsOf(one), one.note].filter(Boolean).join(' · ') || '–'}
      </span>
    ),
    wide: true,
  },
  {
    id: 'state',
    head: 'Round',
    cell: (one) =>
      one.state === 'WITHDRAWN' ? (
        <span className="chip dashed line">Withdrawn</span>
      ) : one.round_state === 'OPEN' ? (
        <Button size="compact-xs" variant="default" onClick={() => onWithdraw(one)}>
          Withdraw
        </Button>
      ) : (
        <span className="t3">closed</span>
      ),
    width: 100,
  },
];

/** What counts, the newest first. A verdict of an open round can be withdrawn. */
export function DecisionsTab({ slug }: { slug: string }) {
  const list = useRows<DecisionRow>(`/projects/${slug}/review/decisions`, {});
  const [withdrawing, setWithdrawing] = useState<DecisionRow | null>(null);
  return (
    <div className="rounds-table">
      <RowsTable
        list={list}
        what="the decisions"
        label="Decisions"
        columns={columnsOf(setWithdrawing)}
        rowKey={(one) => one.id}
        empty={
          <Empty title="No verdict counts yet">
            A verdict appears here once its author has gone on to the next one. If you review as well, those
            of others are shown when their round is closed.
          </Empty>
        }
      />
      {withdrawing && (
        <WithReason
          slug={slug}
          path={`/projects/${slug}/review/decisions/${withdrawing.id}/withdraw`}
          title={`Withdraw ${withdrawing.reviewer_name}’s verdict`}
          button="Withdraw"
          onClose={() => setWithdrawing(null)}
        >
          <p className="f13">
            It stops to count and somebody else is given its place. It stays on record with your reason. This
            cannot be undone.
          </p>
        </WithReason>
      )}
    </div>
  );
}
