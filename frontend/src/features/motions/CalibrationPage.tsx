import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'wouter';
import { K, useKeys } from '../../shared/keys';
import { plural, words } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { PlayerClock } from '../../shared/player/clock';
import { usePage } from '../../shared/ui/chrome';
import { Emotion, StateChip } from '../../shared/ui/chips';
import { Card, PageHead, Snippet } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { useMotion, type MotionDetail } from './api';
import {
  crossed,
  mostTelling,
  settingLine,
  useCalibration,
  useCollections,
  useWhatIf,
  type CheckCalibration,
  type Pair,
  type Verdicts,
} from './calibration';
import { CheckPlots } from './CheckPlots';
import { figure } from './checks';
import { Histogram } from './Histogram';
import { MotionPlayer } from './MotionPlayer';
import './motions.css';

function CheckList({
  checks,
  chosen,
  onChoose,
}: {
  checks: readonly CheckCalibration[];
  chosen: string;
  onChoose: (id: string) => void;
}) {
  return (
    <Card title="Checks" span={4} flush>
      <div className="calibration-list" role="group" aria-label="Checks">
        {checks.map((c) => (
          <button
            key={c.id}
            type="button"
            aria-pressed={c.id === chosen}
            className="calibration-row"
            onClick={() => onChoose(c.id)}
          >
            <span className="row">
              <b>{c.label}</b>
              <span className="end num f12">
                <Counts of={c.verdicts} />
              </span>
            </span>
            <Histogram check={c} warn={c.threshold_warn} fail={c.threshold_fail} height={22} />
          </button>
        ))}
      </div>
    </Card>
  );
}

function Counts({ of }: { of: Verdicts }) {
  const total = of.passed + of.warned + of.failed;
  if (of.warned + of.failed === 0) return <span className="t3">all {total} pass</span>;
  return (
    <>
      {of.warned > 0 && <span style={{ color: 'var(--warn)' }}>{of.warned} warn</span>}
      {of.warned > 0 && of.failed > 0 && ' · '}
      {of.failed > 0 && <span style={{ color: 'var(--no)' }}>{of.failed} fail</span>}
    </>
  );
}

function Thresholds({
  slug,
  check,
  collection,
}: {
  slug: string;
  check: CheckCalibration;
  collection: string;
}) {
  const present: Pair = { warn: check.threshold_warn, fail: check.threshold_fail };
  const [pair, setPair] = useState(present);
  const [settled] = useDebouncedValue(pair, 250);
  const wrong = crossed(check.bad, pair);
  const answer = useWhatIf(slug, check.id, collection, settled, !crossed(check.bad, settled));
  const changed = pair.warn !== present.warn || pair.fail !== present.fail;
  const field = (name: 'warn' | 'fail', label: string) => (
    <NumberInput
      label={label}
      value={pair[name] ?? ''}
      onChange={(v) => setPair((p) => ({ ...p, [name]: typeof v === 'number' ? v : null }))}
      step={(check.distribution?.most ?? 1) > 10 ? 1 : 0.01}
      decimalScale={4}
      placeholder="never"
      error={wrong && name === 'warn' ? 'Lies past the other one' : undefined}
      w={150}
    />
  );
  const q = check.distribution?.quantiles ?? [];
  return (
    <Card
      title={check.label}
      span={8}
      aside={`${plural(check.distribution?.count ?? 0, 'motion')} measured, in ${check.unit === 'deg' ? 'degrees' : check.unit}`}
    >
      <Histogram check={check} warn={pair.warn} fail={pair.fail} height={120} />
      <div className="row f12 t3 num axis">
        <span>{figure(check.distribution?.edges[0] ?? 0, check.unit)}</span>
        <span className="end">{figure(check.distribution?.edges.at(-1) ?? 0, check.unit)}</span>
      </div>
      <p className="f12 t2 num">
        {q.map(([share, v]) => `${Math.round(share * 100)} % ${figure(v, check.unit)}`).join(' · ')} · most{' '}
        {figure(check.distribution?.most ?? 0, check.unit)}
      </p>
      <div className="row wrap calibration-try">
        {field('warn', `Warns ${check.bad}`)}
        {field('fail', `Fails ${check.bad}`)}
        {changed && (
          <Button variant="subtle" size="compact-sm" onClick={() => setPair(present)}>
            Back to the thresholds in force
          </Button>
        )}
      </div>
      {answer.isError && <ErrorNote error={answer.error} />}
      {answer.data && !wrong && (
        <table className="t">
          <thead>
            <tr>
              <th>Label</th>
              <th className="r">Motions</th>
              <th className="r">Warned of now</th>
              <th className="r">with these</th>
              <th className="r">Refused now</th>
              <th className="r">with these</th>
            </tr>
          </thead>
          <tbody>
            {[...answer.data.labels, { label: '', now: answer.data.now, then: answer.data.then }].map(
              (row) => {
                const total = row.now.passed + row.now.warned + row.now.failed;
                return (
                  <tr key={row.label || 'all'} className={row.label ? undefined : 'b'}>
                    <td>
                      {row.label === '' ? (
                        'All'
                      ) : row.label === 'none' ? (
                        <span className="t3">no label</span>
                      ) : (
                        <Emotion label={row.label} />
                      )}
                    </td>
                    <td className="r num">{total}</td>
                    <td className="r num t2">{row.now.warned}</td>
                    <td className="r num">{row.then.warned}</td>
                    <td className="r num t2">{row.now.failed}</td>
                    <td className="r num">
                      {row.then.failed}
                      {row.then.failed > 0 && total > 0 && (
                        <span className="t3"> · {Math.round((row.then.failed / total) * 100)} %</span>
                      )}
                    </td>
                  </tr>
                );
              },
            )}
          </tbody>
        </table>
      )}
      {changed && !wrong && (
        <>
          <p className="f12 t2">
            Nothing changes by looking. To put these in force, write them into the settings of the
            installation and inspect the motions again:
          </p>
          <Snippet label="The setting">{settingLine(check.setting, pair)}</Snippet>
        </>
      )}
    </Card>
  );
}

function Preview({ motion, check }: { motion: MotionDetail; check: string }) {
  const [clock] = useState(
    () =>
      new PlayerClock({
        fps: motion.original?.fps ?? motion.fps ?? 30,
        frames: Math.max(1, motion.original?.frames ?? motion.frames ?? 1),
      }),
  );
  return (
    <>
      <MotionPlayer motion={motion} clock={clock} marked={null} />
      <CheckPlots checks={motion.checks.filter((c) => c.id === check)} clock={clock} />
    </>
  );
}

function Worst({ slug, check }: { slug: string; check: CheckCalibration }) {
  const [at, setAt] = useState(0);
  const chosen = check.worst[Math.min(at, check.worst.length - 1)];
  const motion = useMotion(slug, chosen?.id ?? '');
  useKeys({
    'mark.next': () => setAt((n) => Math.min(check.worst.length - 1, n + 1)),
    'mark.previous': () => setAt((n) => Math.max(0, n - 1)),
  });
  return (
    <>
      <Card
        title={check.worst.length < 20 ? 'The worst first' : 'The worst twenty'}
        span={4}
        flush
        aside={
          <span className="row f12 t3">
            <K id="mark.next" />
            <K id="mark.previous" />
            look through
          </span>
        }
      >
        <div className="calibration-list" role="group" aria-label="Worst motions">
          {check.worst.map((w, i) => (
            <button
              key={w.id}
              type="button"
              aria-pressed={i === at}
              className="calibration-row row"
              onClick={() => setAt(i)}
            >
              <span className="short">{w.name}</span>
              <span className="end row">
                {w.label !== 'none' && <Emotion label={w.label} />}
                <b className="num nowrap">{figure(w.value, check.unit)}</b>
                <StateChip state={w.outcome} />
              </span>
            </button>
          ))}
        </div>
      </Card>
      <div style={{ gridColumn: 'span 8' }}>
        {chosen && motion.data?.id === chosen.id ? (
          <>
            <p className="row f13">
              <Link href={`/p/${slug}/motions/${chosen.id}`}>{chosen.name}</Link>
              <span className="t3">{words(motion.data.state)}</span>
            </p>
            <Preview key={`${chosen.id} ${check.id}`} motion={motion.data} check={check.id} />
          </>
        ) : motion.isError ? (
          <ErrorNote error={motion.error} />
        ) : (
          <Loading what="the motion" />
        )}
      </div>
    </>
  );
}

/** How the checks' thresholds fall on a collection: distributions, what others would do, and the worst to look at. */
export default function CalibrationPage({ slug }: { slug: string }) {
  const [params, set] = useUrlState();
  const collection = params.get('collection') ?? '';
  const report = useCalibration(slug, collection);
  const collections = useCollections(slug);
  usePage({
    title: 'Calibration of checks · Motions',
    crumbs: [{ label: 'Motions', to: `/p/${slug}/motions` }, { label: 'Calibration of checks' }],
  });
  if (report.isPending) return <Loading what="the calibration report" />;
  const checks = report.data?.checks ?? [];
  const asked = params.get('check');
  const chosen = checks.find((c) => c.id === asked) ?? mostTelling(checks);
  return (
    <div className="dash">
      <PageHead
        title="Calibration of checks"
        sub="What was measured on inspected motions, what each threshold refuses, and the worst to look at"
      >
        <NativeSelect
          aria-label="Collection"
          value={collection}
          onChange={(e) => set({ collection: e.currentTarget.value || null })}
          data={[
            { value: '', label: 'All collections' },
            ...(collections.data ?? []).map((c) => ({ value: c.id, label: c.name })),
          ]}
        />
      </PageHead>
      {report.isError && <ErrorNote error={report.error} retry={() => void report.refetch()} />}
      {!report.isError && !chosen && (
        <Empty
          title="No motion was inspected yet"
          action={<Link href={`/p/${slug}/import`}>Import motions</Link>}
        >
          The report shows what the checks measured, once there are motions.
        </Empty>
      )}
      {chosen && (
        <div className="dgrid">
          <CheckList checks={checks} chosen={chosen.id} onChoose={(id) => set({ check: id })} />
          <Thresholds key={`${chosen.id} ${collection}`} slug={slug} check={chosen} collection={collection} />
          <Worst key={`${chosen.id} ${collection} worst`} slug={slug} check={chosen} />
        </div>
      )}
    </div>
  );
}
