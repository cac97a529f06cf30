import { Button, NumberInput, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../shared/api/client';
import { useRows } from '../../shared/api/list';
import { count, dateTime, plural } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/DataTable';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty, ErrorNote } from '../../shared/ui/states';
import type { Batch, Kind } from './types';

const KIND_WORDS: Record<Kind, string> = { item: 'Items', episode: 'Episodes' };
const HIGHEST = 9;

type Act = (act: { id: string; does: 'open' | 'close' | 'priority'; body?: object }) => void;

const columnsOf = (act: Act): Column<Batch>[] => [
  { id: 'name', head: 'Batch', cell: (batch) => <b>{batch.name}</b>, wide: true },
  { id: 'kind', head: 'Kind', cell: (batch) => KIND_WORDS[batch.kind], width: 90 },
  {
    id: 'done',
    head: 'Decided',
    cell: (batch) => (
      <span className="row num">
        <Progress
          w={90}
          size={6}
          value={batch.rounds_total ? (100 * batch.rounds_closed) / batch.rounds_total : 0}
          aria-label={`${batch.rounds_closed} of ${batch.rounds_total} decided`}
        />
        {count(batch.rounds_closed)} of {count(batch.rounds_total)}
      </span>
    ),
    width: 220,
  },
  { id: 'free', head: 'Free places', cell: (batch) => count(batch.free), right: true, width: 100 },
  { id: 'since', head: 'Opened', cell: (batch) => dateTime(batch.created_at), width: 150 },
  {
    id: 'priority',
    head: 'Priority',
    cell: (batch) => (
      <NumberInput
        aria-label={`Priority of ${batch.name}, 0 to ${HIGHEST}`}
        size="xs"
        w={64}
        min={0}
        max={HIGHEST}
        allowDecimal={false}
        clampBehavior="strict"
        value={batch.priority}
        onChange={(next) => {
          if (typeof next === 'number' && next !== batch.priority)
            act({ id: batch.id, does: 'priority', body: { priority: next } });
        }}
      />
    ),
    width: 90,
  },
  {
    id: 'state',
    head: <span className="sr">Serve or hold back</span>,
    cell: (batch) => (
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => act({ id: batch.id, does: batch.state === 'OPEN' ? 'close' : 'open' })}
      >
        {batch.state === 'OPEN' ? 'Close' : 'Open again'}
      </Button>
    ),
    right: true,
    width: 110,
  },
];

/** What is out for review: how far it is, what comes first, and whether it is served at all. */
export function BatchesTab({ slug, kind }: { slug: string; kind: Kind }) {
  const path = `/projects/${slug}/review/batches`;
  const list = useRows<Batch>(path, {});
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const refresh = () => void client.invalidateQueries({ queryKey: ['rows', path] });
  const change = useMutation({
    mutationFn: ({ id, does, body }: Parameters<Act>[0]) =>
      api.post<Batch>(`${path}/${id}/${does}`, body ?? {}),
    onSuccess: refresh,
  });
  const put = useMutation({
    mutationFn: () => api.post<{ opened: number; batch: Batch }>(path, { kind }),
    onSuccess: ({ opened, batch }) => {
      setSaid(
        opened > 0
          ? `${plural(opened, kind)} put out for review in “${batch.name}”.`
          : `No ${kind} is ready for review at the moment.`,
      );
      refresh();
    },
  });
  return (
    <div className="rounds-table">
      <div className="row wrap rounds-do">
        <Button onClick={() => put.mutate()} loading={put.isPending}>
          Put out all {KIND_WORDS[kind].toLowerCase()} that are ready
        </Button>
        <span className="f12 t2">
          Batches of a higher priority are served first. A closed batch is served to nobody; what is open in
          it may still be decided.
        </span>
      </div>
      <p className="f13" role="status">
        {said}
      </p>
      {put.isError && <ErrorNote error={put.error} />}
      {change.isError && <ErrorNote error={change.error} />}
      <RowsTable
        list={list}
        what="the batches"
        label="Batches"
        columns={columnsOf(change.mutate)}
        rowKey={(batch) => batch.id}
        empty={
          <Empty title="Nothing has been put out for review">
            What is ready is put out by itself or by you, as the policy says.
          </Empty>
        }
      />
    </div>
  );
}
