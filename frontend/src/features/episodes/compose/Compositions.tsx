import { count, dateTime } from '../../../shared/lib/format';
import { useRows } from '../../../shared/api/list';
import { StateChip } from '../../../shared/ui/chips';
import { ErrorNote } from '../../../shared/ui/states';
import { compositionEnded } from '../api';
import { compositionsPath, type CompositionRow } from './api';

/** What was composed and tried in this project, the latest first. */
export function Compositions({
  slug,
  chosen,
  onChoose,
}: {
  slug: string;
  chosen: string | null;
  onChoose: (id: string) => void;
}) {
  const list = useRows<CompositionRow>(
    compositionsPath(slug),
    {},
    {
      limit: 25,
      refetch: 3000,
      refetchWhile: (rows) => rows.some((row) => !compositionEnded(row)),
    },
  );
  if (list.isError) return <ErrorNote error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <p className="t2">Reading the list</p>;
  if (list.rows.length === 0)
    return <p className="t2">Nothing was composed yet. A dry run shows what a plan would give.</p>;
  return (
    <>
      <ul className="plainlist compositions">
        {list.rows.map((c) => (
          <li key={c.id}>
            <button type="button" aria-pressed={c.id === chosen} onClick={() => onChoose(c.id)}>
              <StateChip state={c.state} />
              <span className="num">
                {c.trial ? `dry run of ${count(c.asked)}` : `${count(c.composed)} of ${count(c.asked)}`}
              </span>
              <span className="t2 num">seed {c.seed}</span>
              <span className="t3 num end" title={c.created_by}>
                {dateTime(c.created_at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" className="linkish" onClick={() => void list.fetchNextPage()}>
          Show more
        </button>
      )}
    </>
  );
}
