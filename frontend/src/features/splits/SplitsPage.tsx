import { useEffect } from 'react';
import { query } from '../../shared/api/client';
import { useProject } from '../../shared/api/project';
import { K, usePageKeys } from '../../shared/keys';
import { plural, words } from '../../shared/lib/format';
import { useGo, useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { useCounts, useSplit, useSplits, type Filters, type SplitRow } from './api';
import { SplitFilters } from './SplitFilters';
import { SideBySide } from './SideBySide';
import './splits.css';

const NAMES = ['granularity', 'type', 'judgement', 'batch', 'reason', 'cause', 'rounds'] as const;

/** What people disagree about: a list at the left, both sides at the right; `J` `K` go through. */
export default function SplitsPage({ slug, id }: { slug: string; id: string | undefined }) {
  usePage({ title: 'Splits', crumbs: [{ label: 'Splits' }] });
  const project = useProject(slug);
  if (project.isPending) return <Loading what="the splits" />;
  if (project.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={project.error} retry={() => void project.refetch()} />
      </div>
    );
  return <Explorer slug={slug} id={id} kind={project.data.kind === 'longemo' ? 'item' : 'episode'} />;
}

function Explorer({ slug, id, kind }: { slug: string; id: string | undefined; kind: string }) {
  const [values, set] = useUrlState();
  const go = useGo();
  const filters: Filters = { kind, ...Object.fromEntries(NAMES.map((name) => [name, values.get(name)])) };
  const list = useSplits(slug, filters);
  const counts = useCounts(slug, filters);
  const { rows } = list;
  const at = rows.findIndex((row) => row.id === id);
  const first = rows[0]?.id;
  const address = (row: string) =>
    `/p/${slug}/splits/${row}${query(Object.fromEntries(NAMES.map((name) => [name, values.get(name)])))}`;
  // Without one in the address the first is shown, under its own address.
  useEffect(() => {
    if (id === undefined && first !== undefined) go(address(first), { replace: true });
  });
  const move = (by: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (!next || next.id === id) return;
    go(address(next.id), { replace: true });
    document.getElementById(`split-${next.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  usePageKeys({ 'list.next': () => move(1), 'list.previous': () => move(-1) });
  const more = list.hasNextPage && !list.isFetchingNextPage && at >= rows.length - 5;
  const fetchMore = list.fetchNextPage;
  useEffect(() => {
    if (more) void fetchMore();
  }, [more, fetchMore]);
  const split = useSplit(slug, id);
  return (
    <div className="splits">
      <div className="splits-head">
        <PageHead
          title="Splits"
          sub={
            counts.data
              ? `${plural(counts.data.n, 'round')} closed with unlike verdicts. Reviewers are shown under pseudonyms, authors not at all.`
              : undefined
          }
        >
          <span className="row f12 t2">
            <K id="list.next" /> <K id="list.previous" /> next, previous
          </span>
        </PageHead>
        <SplitFilters
          kind={kind}
          values={values}
          set={set}
          counts={counts.data}
          scheme={split.data?.scheme ?? []}
        />
      </div>
      {list.isPending ? (
        <Loading what="the splits" />
      ) : list.isError ? (
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
      ) : rows.length === 0 ? (
        <Empty title="No split matches">
          A split is there when a round closes with unlike verdicts. Rounds that are still open are never
          shown.
        </Empty>
      ) : (
        <div className="splits-body">
          <nav className="splits-list" aria-label="Splits">
            {rows.map((row) => (
              <ListRow key={row.id} row={row} href={address(row.id)} current={row.id === id} go={go} />
            ))}
          </nav>
          <section className="splits-one" aria-label="One split, side by side">
            {split.isError ? (
              <ErrorNote error={split.error} retry={() => void split.refetch()} />
            ) : split.data ? (
              <SideBySide slug={slug} split={split.data} causes={counts.data?.causes ?? []} />
            ) : (
              <Loading what="both sides" />
            )}
          </section>
        </div>
      )}
    </div>
  );
}

interface RowProps {
  row: SplitRow;
  href: string;
  current: boolean;
  go: (to: string, options: { replace: boolean }) => void;
}

function ListRow({ row, href, current, go }: RowProps) {
  return (
    <a
      id={`split-${row.id}`}
      href={href}
      className="splitrow"
      aria-current={current ? 'page' : undefined}
      onClick={(e) => {
        if (e.metaKey || e.ctrlKey || e.shiftKey) return;
        e.preventDefault();
        go(href, { replace: true });
      }}
    >
      <span className="splitrow-title">
        {row.question || `${words(row.type)} ${row.subject.slice(0, 8)}`}
      </span>
      <span className="f12 t3">
        {words(row.type)}
        {row.number > 1 && `, round ${row.number}`}
        {row.causes.length > 0 && ` · ${plural(row.causes.length, 'cause')}`}
      </span>
    </a>
  );
}
