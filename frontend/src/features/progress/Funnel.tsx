import { Link } from 'wouter';
import { ChartCard } from '../../shared/charts/ChartCard';
import { count, dateTime, hours, words } from '../../shared/lib/format';
import type { FunnelRow } from './api';

interface Props {
  slug: string;
  kind: 'episode' | 'item';
  rows: readonly FunnelRow[];
}

/** How many are where, and since when; each row opens the list behind it. */
export function Funnel({ slug, kind, rows }: Props) {
  const most = Math.max(1, ...rows.map((r) => r.count));
  const [many, list] = kind === 'item' ? ['Items', `/p/${slug}/items`] : ['Episodes', `/p/${slug}/episodes`];
  return (
    <ChartCard
      title={`${many} by state`}
      span={8}
      isTable
      data={{
        name: `progress-${many.toLowerCase()}`,
        columns: ['State', many, 'Median age in hours', 'Oldest since', 'Oldest'],
        rows: rows.map((r) => [r.state, r.count, r.median_age_h, r.oldest_since, r.oldest]),
      }}
    >
      <table className="t funnel">
        <thead>
          <tr>
            <th>State</th>
            <th>
              <span className="sr">Share</span>
            </th>
            <th className="r">{many}</th>
            <th className="r">Median age</th>
            <th className="r">Oldest</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.state}>
              <td>
                <Link href={`${list}?state=${r.state}`}>{words(r.state)}</Link>
              </td>
              <td className="grow-cell">
                <Link href={`${list}?state=${r.state}`} className="bar" aria-hidden tabIndex={-1}>
                  <i
                    style={{
                      width: `${(100 * r.count) / most}%`,
                      visibility: r.count ? 'visible' : 'hidden',
                    }}
                  />
                </Link>
              </td>
              <td className="r b">{count(r.count)}</td>
              <td className="r">{r.median_age_h === null ? '–' : hours(r.median_age_h)}</td>
              <td className="r">
                {r.oldest ? (
                  <Link
                    className="mono"
                    href={`${list}/${r.oldest}`}
                    title={r.oldest_since ? `since ${dateTime(r.oldest_since)}` : undefined}
                  >
                    {r.oldest.slice(0, 8)}
                  </Link>
                ) : (
                  '–'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChartCard>
  );
}
