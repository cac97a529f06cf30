import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';
import { Bars } from '../../shared/charts/Bars';
import { count, hours, plural, words } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, Facts, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { dayName, forecastWords, type Forecast } from './forecast';

interface Progress {
  funnel: { state: string; count: number; median_age_h: number | null; oldest: string | null }[];
  per_day: { day: string; decisions: number; kept: number; removed: number }[];
  blocks: { kind: string; count: number; message: string }[];
  forecast: Forecast;
}

function Funnel({ slug, rows }: { slug: string; rows: Progress['funnel'] }) {
  const most = Math.max(1, ...rows.map((r) => r.count));
  return (
    <Card title="Episodes by state" span={8} flush>
      <table className="t funnel">
        <thead>
          <tr>
            <th>State</th>
            <th>
              <span className="sr">Share</span>
            </th>
            <th className="r">Episodes</th>
            <th className="r">Median age</th>
            <th className="r">Oldest</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.state}>
              <td>
                <Link href={`/p/${slug}/episodes?state=${r.state}`}>{words(r.state)}</Link>
              </td>
              <td className="grow-cell">
                <div className="bar" aria-hidden>
                  <i
                    style={{
                      width: `${(100 * r.count) / most}%`,
                      visibility: r.count ? 'visible' : 'hidden',
                    }}
                  />
                </div>
              </td>
              <td className="r b">{count(r.count)}</td>
              <td className="r">{r.median_age_h === null ? '–' : hours(r.median_age_h)}</td>
              <td className="r">
                {r.oldest ? (
                  <Link className="mono" href={`/p/${slug}/episodes/${r.oldest}`}>
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
    </Card>
  );
}

export default function ProgressPage({ slug }: { slug: string }) {
  usePage({ title: 'Progress', crumbs: [{ label: 'Progress' }] });
  const progress = useQuery({
    queryKey: ['progress', slug],
    queryFn: () => api.get<Progress>(`/projects/${slug}/progress`),
    refetchInterval: 30_000,
  });
  if (progress.isPending) return <Loading what="the progress" />;
  if (progress.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={progress.error} retry={() => void progress.refetch()} />
      </div>
    );
  const { funnel, per_day, blocks, forecast } = progress.data;
  const days = per_day.map((d) => ({ label: dayName(d.day), n: d.decisions }));
  return (
    <div className="dash">
      <PageHead title="Progress" sub="Verdicts that a reviewer can still take back are not counted." />
      <div className="dgrid">
        <Funnel slug={slug} rows={funnel} />
        <Card title="When it will be done" span={4}>
          <p className="f14">{forecastWords(forecast)}</p>
          <Facts
            items={[
              ['Left to decide', count(forecast.remaining)],
              ['Pace', forecast.per_day === null ? 'not known' : `${forecast.per_day.toFixed(1)} a day`],
              [
                'Range',
                forecast.per_day_low === null || forecast.per_day_high === null
                  ? null
                  : `${forecast.per_day_low.toFixed(1)} to ${forecast.per_day_high.toFixed(1)} a day`,
              ],
              ['From', plural(forecast.days_seen, 'whole day')],
            ]}
          />
        </Card>
        <Card title="Verdicts per day" span={8}>
          {days.length === 0 ? (
            <Empty title="No verdict is counted yet">
              The first bars appear when reviewers have decided.
            </Empty>
          ) : (
            <Bars points={days} label="Verdicts per day" height={150} />
          )}
        </Card>
        <Card title="What stands in the way" span={4}>
          {blocks.length === 0 ? (
            <p className="t2">Nothing.</p>
          ) : (
            <ul className="plainlist">
              {blocks.map((b) => (
                <li key={b.kind}>
                  <b className="num">{count(b.count)}</b> <span className="t2">{b.message}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  );
}
