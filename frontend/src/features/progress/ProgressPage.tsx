import { Link } from 'wouter';
import { BandChart } from '../../shared/charts/BandChart';
import { Bars } from '../../shared/charts/Bars';
import { ChartCard } from '../../shared/charts/ChartCard';
import { useProject } from '../../shared/api/project';
import { count, percent, plural } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, Facts, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { useProgress, useWeeks, type Block, type Progress } from './api';
import { burnDownPoints } from './burnDown';
import { dayName, forecastWords } from './forecast';
import { Funnel } from './Funnel';
import { Reviewers } from './Reviewers';
import './progress.css';

export default function ProgressPage({ slug }: { slug: string }) {
  usePage({ title: 'Progress', crumbs: [{ label: 'Progress' }] });
  const project = useProject(slug);
  if (project.isPending) return <Loading what="the progress" />;
  if (project.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={project.error} retry={() => void project.refetch()} />
      </div>
    );
  return <Dashboard slug={slug} kind={project.data.kind === 'longemo' ? 'item' : 'episode'} />;
}

function Dashboard({ slug, kind }: { slug: string; kind: 'episode' | 'item' }) {
  const progress = useProgress(slug, kind);
  if (progress.isPending) return <Loading what="the progress" />;
  if (progress.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={progress.error} retry={() => void progress.refetch()} />
      </div>
    );
  const { funnel, per_day, blocks } = progress.data;
  return (
    <div className="dash">
      <PageHead
        title="Progress"
        sub="Verdicts that a reviewer can still take back are not counted. Looks again every half minute."
      />
      <div className="dgrid">
        <Funnel slug={slug} kind={kind} rows={funnel} />
        <InTheWay slug={slug} blocks={blocks} />
        <BurnDown progress={progress.data} />
        <Done progress={progress.data} />
        <ChartCard
          title="Verdicts per day"
          span={6}
          data={{
            name: 'progress-verdicts-per-day',
            columns: ['Day', 'Verdicts', 'Kept', 'Removed'],
            rows: per_day.map((d) => [d.day, d.decisions, d.kept, d.removed]),
          }}
        >
          {per_day.length === 0 ? (
            <Empty title="No verdict is counted yet">
              The first bars appear when reviewers have decided.
            </Empty>
          ) : (
            <Bars
              points={per_day.map((d) => ({ label: dayName(d.day), n: d.decisions }))}
              label="Verdicts per day"
              name="Verdicts"
              height={170}
            />
          )}
        </ChartCard>
        <AgreementOverTime slug={slug} kind={kind} />
        <Reviewers slug={slug} kind={kind} />
      </div>
    </div>
  );
}

/** Where each kind of obstacle is dealt with. */
const PLACES: Record<string, string> = {
  render_failed: '/render',
  rendering: '/render',
  no_reviewer_left: '/people',
  returned: '/items?state=returned',
  leased_now: '/rounds',
  lease_overdue: '/rounds',
  imported_waiting: '/items?state=submitted',
  no_video: '/items?video=none',
  video_unprepared: '/videos',
};

function InTheWay({ slug, blocks }: { slug: string; blocks: readonly Block[] }) {
  return (
    <Card title="What stands in the way" span={4}>
      {blocks.length === 0 ? (
        <p className="t2">Nothing.</p>
      ) : (
        <ul className="plainlist blocks">
          {blocks.map((b) => (
            <li key={b.kind}>
              <b className="num">{count(b.count)}</b> <span className="t2">{b.message}</span>{' '}
              {PLACES[b.kind] && <Link href={`/p/${slug}${PLACES[b.kind]}`}>Open</Link>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function BurnDown({ progress }: { progress: Progress }) {
  const { burn_down, forecast } = progress;
  const points = burnDownPoints(burn_down, forecast);
  // Four steps of whole rounds.
  const most = Math.ceil(Math.max(1, ...points.flatMap((p) => [p.value ?? 0, p.high ?? 0])) / 4) * 4;
  return (
    <ChartCard
      title="Rounds left to close"
      span={8}
      data={{
        name: 'progress-burn-down',
        columns: ['Day', 'Left', 'Expected', 'At the fastest', 'At the slowest'],
        rows: points.map((p) => [p.label, p.value, p.other ?? null, p.low ?? null, p.high ?? null]),
        shown: Object.fromEntries(
          ['Expected', 'At the fastest', 'At the slowest'].map((name) => [name, (v: number) => count(v)]),
        ),
      }}
      aside={
        <>
          <span className="key">
            <i className="solid" />
            left
          </span>
          <span className="key">
            <i className="dash-line" />
            at the present pace, with its band
          </span>
        </>
      }
    >
      {points.length === 0 ? (
        <Empty title="Nothing has been put out for review yet">The line begins with the first round.</Empty>
      ) : (
        <BandChart
          points={points}
          label="Rounds left at the end of each day, and what is expected"
          valueName="Left"
          otherName="Expected"
          bandName="Between the fastest and the slowest pace"
          format={count}
          domain={[0, most]}
          height={190}
        />
      )}
    </ChartCard>
  );
}

function Done({ progress }: { progress: Progress }) {
  const { forecast } = progress;
  return (
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
  );
}

function AgreementOverTime({ slug, kind }: { slug: string; kind: string }) {
  const report = useWeeks(slug, kind);
  const weeks = report.data?.by_week ?? [];
  const share = (v: number) => percent(v);
  return (
    <ChartCard
      title={kind === 'item' ? 'Agreement over time, G1 and G2 together' : 'Agreement over time'}
      span={6}
      aside={<Link href={`/p/${slug}/agreement`}>Whole report</Link>}
      data={{
        name: 'progress-agreement',
        columns: ['Week from', 'Items', 'Observed', 'By chance', 'Alpha', 'Low', 'High'],
        rows: weeks.map((w) => [w.week, w.n, w.observed, w.chance, w.alpha.value, w.alpha.low, w.alpha.high]),
        about: { code_version: report.data?.code_version ?? '' },
        shown: { Observed: share, 'By chance': share },
      }}
    >
      {report.isError ? (
        <ErrorNote error={report.error} retry={() => void report.refetch()} />
      ) : weeks.length === 0 ? (
        <p className="t2">No round with two verdicts has closed yet.</p>
      ) : (
        <BandChart
          points={weeks.map((w) => ({ label: dayName(w.week), value: w.observed, other: w.chance }))}
          label="Share of equal verdicts, week by week, beside chance"
          valueName="Same verdict"
          otherName="By chance"
          height={170}
        />
      )}
    </ChartCard>
  );
}
