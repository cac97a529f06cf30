import { Switch } from '@mantine/core';
import { useState } from 'react';
import { MIN_ITEMS } from '../../shared/agreement/model';
import { ChartCard } from '../../shared/charts/ChartCard';
import { count, percent } from '../../shared/lib/format';
import { ErrorNote } from '../../shared/ui/states';
import { usePeople, type Person } from './api';

const short = (s: number): string => (s < 90 ? `${Math.round(s)} s` : `${(s / 60).toFixed(1)} min`);

/** The middle half of the seconds per verdict with the median, on one scale. */
function Range({ person, most }: { person: Person; most: number }) {
  const { low_s, median_s, high_s } = person;
  if (low_s === null || median_s === null || high_s === null)
    return <span className="undefined">under {MIN_ITEMS}</span>;
  const at = (s: number) => `${(100 * s) / most}%`;
  return (
    <div
      className="rangebar"
      role="img"
      aria-label={`half of the verdicts within ${short(low_s)} to ${short(high_s)}, median ${short(median_s)}`}
    >
      <i className="range" style={{ left: at(low_s), width: at(high_s - low_s) }} />
      <i className="dot" style={{ left: at(median_s) }} />
    </div>
  );
}

/** Pace and likeness of reviewers, to see who might want help: no order, no score, pseudonyms until asked. */
export function Reviewers({ slug, kind }: { slug: string; kind: string }) {
  const [names, setNames] = useState(false);
  const people = usePeople(slug, kind, names);
  const rows = people.data?.reviewers ?? [];
  const most = Math.max(1, ...rows.map((r) => r.high_s ?? 0));
  const called = (person: Person) => person.name ?? person.reviewer;
  return (
    <ChartCard
      title="Reviewers: pace and likeness"
      span={12}
      isTable
      data={{
        name: 'progress-reviewers',
        columns: [
          'Reviewer',
          'Verdicts',
          'Seconds, lower quarter',
          'Seconds, median',
          'Seconds, upper quarter',
          'Beside others',
          'Same',
          'Low',
          'High',
        ],
        rows: rows.map((r) => [
          called(r),
          r.n,
          r.low_s,
          r.median_s,
          r.high_s,
          r.same?.n ?? null,
          r.same?.share ?? null,
          r.same?.low ?? null,
          r.same?.high ?? null,
        ]),
      }}
      aside={
        <Switch size="xs" label="Names" checked={names} onChange={(e) => setNames(e.currentTarget.checked)} />
      }
    >
      {people.isError && <ErrorNote error={people.error} retry={() => void people.refetch()} />}
      {people.isSuccess && rows.length === 0 && <p className="t2">No round has closed yet.</p>}
      {rows.length > 0 && (
        <table className="t">
          <thead>
            <tr>
              <th>Reviewer</th>
              <th className="r">Verdicts</th>
              <th>Time per verdict, 0 to {short(most)}</th>
              <th className="r">Median</th>
              <th className="r">Same as the other</th>
              <th className="r">Interval</th>
              <th className="r">Beside others</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => {
              const known = r.same !== null && r.same.n >= MIN_ITEMS ? r.same : null;
              return (
                <tr key={r.reviewer}>
                  <td className="nowrap">{called(r)}</td>
                  <td className="r">{count(r.n)}</td>
                  <td className="grow-cell">
                    <Range person={r} most={most} />
                  </td>
                  <td className="r">{r.median_s === null ? '–' : short(r.median_s)}</td>
                  <td className="r b">{known ? percent(known.share, 0) : '–'}</td>
                  <td className="r t2">
                    {known ? `${percent(known.low, 0)} to ${percent(known.high, 0)}` : '–'}
                  </td>
                  <td className="r">{r.same ? count(r.same.n) : '–'}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <p className="f12 t3">
        Closed first rounds only. The bar holds the middle half of the times from shown to decided, breaks
        included. Slower or less alike can mean more careful: ask before you conclude. Under {MIN_ITEMS}{' '}
        nothing is computed.
      </p>
    </ChartCard>
  );
}
