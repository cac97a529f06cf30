import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { useRows } from '../../shared/api/list';
import { useRoles } from '../../shared/api/session';
import { dateTime, shortId } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { Chip } from '../../shared/ui/chips';
import type { Column } from '../../shared/ui/DataTable';
import { PageHead } from '../../shared/ui/page';
import { RowsTable } from '../../shared/ui/RowsTable';
import { Empty } from '../../shared/ui/states';
import { kindNamed, labelOf, reasonOf, type Tombstone } from './api';
import { Choose } from './Choose';
import { Done } from './Done';
import { Plan } from './Plan';
import './withdrawals.css';

const columns = (slug: string): Column<Tombstone>[] => [
  {
    id: 'kind',
    head: 'What',
    cell: (t) => (
      <Link href={`/p/${slug}/withdrawals?done=${t.id}`}>
        {labelOf(t.kind)} <span className="mono t3">{shortId(t.subject_id)}</span>
      </Link>
    ),
    width: 180,
  },
  { id: 'at', head: 'When', cell: (t) => dateTime(t.created_at), width: 150 },
  { id: 'reason', head: 'Why', cell: (t) => reasonOf(t.reason), width: 150 },
  { id: 'sentence', head: 'Sentence', cell: (t) => t.sentence, wide: true },
  { id: 'by', head: 'By', cell: (t) => t.created_by, width: 130 },
  {
    id: 'bytes',
    head: 'Bytes',
    cell: (t) => (t.finished_at ? <Chip tone="ok">Deleted</Chip> : <Chip tone="wait">Being deleted</Chip>),
    width: 130,
  },
];

function Tombstones({ slug }: { slug: string }) {
  const list = useRows<Tombstone>(`/projects/${slug}/withdrawals`, {});
  return (
    <RowsTable
      list={list}
      what="the withdrawals"
      label="Withdrawals"
      columns={columns(slug)}
      rowKey={(t) => t.id}
      empty={
        <Empty
          title="Nothing was withdrawn"
          action={
            <Button component={Link} href={`/p/${slug}/withdrawals?kind=performer`}>
              Withdraw something
            </Button>
          }
        >
          When somebody takes back their consent or a right is lost, what is theirs is taken out here for
          good: from the work, from every release and from the storage.
        </Empty>
      }
    />
  );
}

/** The list of tombstones, and a new withdrawal step by step; where one is stands in the address. */
export default function WithdrawalsPage({ slug }: { slug: string }) {
  usePage({ title: 'Withdrawals', crumbs: [{ label: 'Withdrawals' }] });
  const [params, set] = useUrlState();
  const kind = kindNamed(params.get('kind') ?? '');
  const id = params.get('id');
  const done = params.get('done');
  if (!useRoles(slug).has('maintainer'))
    return (
      <div className="dash">
        <PageHead title="Withdrawals" />
        <Empty title="This is for maintainers">
          Where something was withdrawn, its place says when and why.
        </Empty>
      </div>
    );
  const isList = kind === null && done === null;
  return (
    <div className="dash withdrawals">
      <PageHead
        title={isList ? 'Withdrawals' : done ? 'Withdrawal' : 'Withdraw something'}
        sub={isList ? 'What was taken out for good, and why.' : undefined}
      >
        {isList ? (
          <Button component={Link} href={`/p/${slug}/withdrawals?kind=performer`}>
            Withdraw something
          </Button>
        ) : (
          <Button component={Link} href={`/p/${slug}/withdrawals`} variant="default">
            All withdrawals
          </Button>
        )}
      </PageHead>
      {isList && <Tombstones slug={slug} />}
      {done !== null && <Done slug={slug} id={done} />}
      {done === null && kind !== null && id === null && (
        <Choose
          slug={slug}
          kind={kind}
          begun={params.get('search') ?? ''}
          onKind={(next) => set({ kind: next, search: null })}
          onChoose={(subject) => set({ kind: subject.kind, id: subject.id, search: null })}
        />
      )}
      {done === null && kind !== null && id !== null && (
        <Plan
          key={`${kind} ${id}`}
          slug={slug}
          subject={{ kind, id }}
          onBack={() => set({ id: null })}
          onDone={(made) => set({ kind: null, id: null, done: made })}
        />
      )}
    </div>
  );
}
