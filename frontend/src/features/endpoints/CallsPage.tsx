import { Button, NativeSelect } from '@mantine/core';
import { useRows } from '../../shared/api/list';
import { count, dateTime } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { Chip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { PageHead } from '../../shared/ui/page';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty } from '../../shared/ui/states';
import { useRun, type Call } from './api';
import { RunChip, Spent } from './Runs';
import { callWord, FLAG_NAMES, money, OUTCOME_NAMES, STATE_NAMES } from './words';
import './endpoints.css';

const COLUMNS: Column<Call>[] = [
  { id: 'title', head: 'Call', cell: (c) => c.title || c.purpose, wide: true },
  {
    id: 'state',
    head: 'State',
    cell: (c) => {
      const { word, tone } = callWord(c.state, c.outcome);
      return <Chip tone={tone}>{word}</Chip>;
    },
    width: 150,
  },
  {
    id: 'flags',
    head: 'Flags',
    cell: (c) => (
      <span className="f12">
        {[
          c.is_possibly_billed && 'possibly billed',
          c.unknown_count > 0 && 'unknown',
          c.is_other_model && 'another model',
        ]
          .filter(Boolean)
          .join(', ') || <span className="t3">–</span>}
      </span>
    ),
    width: 170,
  },
  { id: 'attempts', head: 'Attempts', cell: (c) => c.attempt_count, right: true, width: 80 },
  { id: 'tokens', head: 'Tokens', cell: (c) => count(c.tokens_in + c.tokens_out), right: true, width: 90 },
  { id: 'cost', head: 'Cost', cell: (c) => money(c.cost, c.currency), right: true, width: 130 },
  { id: 'profile', head: 'Endpoint', cell: (c) => c.profile, width: 140 },
  { id: 'at', head: 'Asked for', cell: (c) => dateTime(c.created_at), width: 150 },
];

/** Every call of the project, newest first; filters live in the address. */
export default function CallsPage({ slug }: { slug: string }) {
  usePage({
    title: 'Calls',
    crumbs: [{ label: 'Model endpoints', to: `/p/${slug}/endpoints` }, { label: 'Calls' }],
  });
  const [params, set] = useUrlState();
  const filters = {
    run: params.get('run'),
    state: params.get('state'),
    outcome: params.get('outcome'),
    flag: params.get('flag'),
  };
  const list = useRows<Call>(`/projects/${slug}/calls`, filters, {
    refetch: 3000,
    refetchWhile: (rows) => rows.some((c) => c.state === 'queued' || c.state === 'sending'),
  });
  const run = useRun(slug, filters.run).data;
  const choose = (name: 'state' | 'outcome' | 'flag', label: string, names: typeof STATE_NAMES) => (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={filters[name] ?? ''}
      onChange={(e) => set({ [name]: e.currentTarget.value || null })}
      data={[{ value: '', label }, ...names]}
    />
  );
  const filtered = Object.values(filters).some(Boolean);
  return (
    <div className="dash ep-stack">
      <PageHead title="Calls" sub={run ? run.title || run.purpose : 'What was sent to models, newest first.'}>
        {choose('state', 'Any state', STATE_NAMES)}
        {choose('outcome', 'Any outcome', OUTCOME_NAMES)}
        {choose('flag', 'Any flag', FLAG_NAMES)}
        {filtered && (
          <Button
            size="xs"
            variant="default"
            onClick={() => set({ run: null, state: null, outcome: null, flag: null })}
          >
            Show all
          </Button>
        )}
      </PageHead>
      {run && (
        <div className="row wrap gap12">
          <RunChip run={run} />
          <Spent run={run} />
          {run.message && <span className="f12 t2">{run.message}</span>}
        </div>
      )}
      <RowsTable
        list={list}
        what="the calls"
        label="Calls"
        columns={COLUMNS}
        rowKey={(c) => c.id}
        href={(c) => `/p/${slug}/calls/${c.id}`}
        empty={
          <Empty title={filtered ? 'No call is like that' : 'Nothing was sent yet'}>
            Calls of drafting and of tests appear here, each with all that was sent and all that came back.
          </Empty>
        }
      />
    </div>
  );
}
