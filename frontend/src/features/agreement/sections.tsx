import { Button } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { Link } from 'wouter';
import { query } from '../../shared/api/client';
import { BandChart } from '../../shared/charts/BandChart';
import { ChartCard } from '../../shared/charts/ChartCard';
import type { ChartData } from '../../shared/charts/table';
import { count, percent, plural, plus, words } from '../../shared/lib/format';
import {
  alphaText,
  forestRange,
  MIN_ITEMS,
  zeroSentence,
  type Report,
  type Summary,
} from '../../shared/agreement/model';
import { pairsData, ratesData, summaries, verdictsData, type About } from './data';
import { Forest, MiniGap } from './plots';
import { asQuery, type Scope } from './scope';

interface PairsProps {
  report: Report;
  slug: string;
  scope: Scope;
  about: About;
}

export function VerdictPairs({ report, slug, scope, about }: PairsProps) {
  const { both_accept, split, both_reject, by_chance } = report.contingency;
  const verbs = scope.judgement ? (['fine', 'problem'] as const) : (['accept', 'reject'] as const);
  const rows = [
    [`Both ${verbs[0]}`, both_accept, by_chance?.both_accept],
    ['Split', split, by_chance?.split],
    [`Both ${verbs[1]}`, both_reject, by_chance?.both_reject],
  ] as const;
  return (
    <ChartCard title="Verdict pairs" span={4} data={verdictsData(report, verbs, about)} isTable>
      <table className="t f13">
        <thead>
          <tr>
            <th>Pair</th>
            <th className="r">Items</th>
            <th className="r">By chance</th>
            <th className="r">Difference</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, n, chance]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="r b">{count(n)}</td>
              <td className="r t2">{chance === undefined ? '–' : count(Math.round(chance))}</td>
              <td className="r">{chance === undefined ? '–' : plus(Math.round(n - chance))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {both_accept + split + both_reject > 0 && (
        <div
          className="pairbar"
          role="img"
          aria-label={`${both_accept} both accept, ${split} split, ${both_reject} both reject`}
        >
          <i style={{ flex: both_accept, background: 'var(--ok)' }} />
          <i className="hatch" style={{ flex: split }} />
          <i style={{ flex: both_reject, background: 'var(--no)' }} />
        </div>
      )}
      {both_reject > 0 && split > both_reject * 2 && (
        <p className="f12 t2">
          Only {count(both_reject)} {both_reject === 1 ? 'was' : 'were'}{' '}
          {scope.judgement ? 'called a problem' : 'rejected'} by both. With so few, every split weighs heavily
          on α.
        </p>
      )}
      {both_reject === 0 && (
        <p className="f12 t2">
          None was {scope.judgement ? 'called a problem' : 'rejected'} by both, so every split counts fully
          against chance.
        </p>
      )}
      {split > 0 && (
        <Button
          component={Link}
          href={`/p/${slug}/splits${query(asQuery({ ...scope, kind: scope.kind }))}`}
          variant="light"
          fullWidth
          mt={10}
          leftSection={<IconListSearch size={16} />}
        >
          Read the {plural(split, 'split')}
        </Button>
      )}
    </ChartCard>
  );
}

interface GroupProps {
  title: string;
  rows: readonly (Summary & { name: string })[];
  data: ChartData;
  head: string;
  span: number;
}

export function GroupTable({ title, rows, data, head, span }: GroupProps) {
  const range = forestRange(rows);
  const zero = zeroSentence(rows);
  const noInterval = rows.filter(
    (r) => r.alpha.value !== null && r.alpha.low === null && r.alpha.interval_undefined_reason,
  );
  return (
    <ChartCard title={title} span={span} data={data} isTable>
      <table className="t">
        <thead>
          <tr>
            <th>{head}</th>
            <th className="r">Items</th>
            <th>
              Chance <span aria-hidden>│</span> observed <span aria-hidden>●</span>
            </th>
            <th className="r">Same</th>
            <th>
              α, {range.low.toFixed(1).replace('-', '−')} to {range.high.toFixed(1)}
            </th>
            <th className="r">α</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((r) => (
            <tr key={r.name}>
              <td className="nowrap">{r.name}</td>
              <td className="r">{count(r.n)}</td>
              <td>
                <MiniGap row={r} />
              </td>
              <td className="r b">{r.observed === null ? '–' : percent(r.observed)}</td>
              <td>
                <Forest row={r} {...range} />
              </td>
              <td className="r b">
                {r.alpha.value === null ? (
                  <span className="undefined" title={r.alpha.undefined_reason ?? undefined}>
                    none
                  </span>
                ) : (
                  alphaText(r.alpha)
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows
        .filter((r) => r.alpha.value === null)
        .map((r) => (
          <p key={r.name} className="f12 t3">
            {r.name}: α undefined, {r.alpha.undefined_reason}.
          </p>
        ))}
      {noInterval.length > 0 && (
        <p className="f12 t3">
          {noInterval.map((r) => r.name).join(', ')}: no interval,{' '}
          {noInterval[0]!.alpha.interval_undefined_reason}.
        </p>
      )}
      {zero && <p className="f12 t3">{zero}</p>}
    </ChartCard>
  );
}

export function Weeks({ report, about }: { report: Report; about: About }) {
  const points = report.by_week.map((w) => ({ label: weekName(w.week), value: w.observed, other: w.chance }));
  const rows = report.by_week.map((w) => ({ ...w, name: w.week }));
  return (
    <ChartCard
      title="Week by week"
      span={5}
      data={summaries('agreement-weeks', 'Week from', rows, about)}
      aside={
        <>
          <span className="key">
            <i className="solid" />
            observed
          </span>
          <span className="key">
            <i className="dash-line" />
            by chance
          </span>
        </>
      }
    >
      {points.length === 0 ? (
        <p className="t2">No week has an item judged twice.</p>
      ) : (
        <BandChart
          points={points}
          label="Observed agreement and agreement by chance, week by week"
          valueName="Observed"
          otherName="By chance"
        />
      )}
    </ChartCard>
  );
}

/** "2026-03-02" (a Monday) → "2 Mar". */
export function weekName(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? day
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

export function ByPair({ report, about }: { report: Report; about: About }) {
  const names = [...new Set(report.by_pair.flatMap((p) => p.pair))].toSorted();
  const find = (a: string, b: string) =>
    report.by_pair.find((p) => p.pair.includes(a) && p.pair.includes(b) && a !== b);
  const undefinedPairs = report.by_pair.filter((p) => p.n >= MIN_ITEMS && p.alpha.value === null);
  return (
    <ChartCard title="By pair" span={6} data={pairsData(report, about)}>
      {names.length < 2 ? (
        <p className="t2">Two people have not yet judged the same item.</p>
      ) : (
        <table className="pairs num">
          <thead>
            <tr>
              <th>
                <span className="sr">Reviewer</span>
              </th>
              {names.slice(1).map((n) => (
                <th key={n} scope="col">
                  {n}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.slice(0, -1).map((a, i) => (
              <tr key={a}>
                <th scope="row">{a}</th>
                {names.slice(1).map((b, k) => {
                  const p = k + 1 > i ? find(a, b) : undefined;
                  if (!p) return <td key={b} />;
                  if (p.observed === null)
                    return (
                      <td key={b} className="few" title={p.alpha.undefined_reason ?? undefined}>
                        n = {p.n}
                      </td>
                    );
                  const depth = Math.round(8 + Math.max(0, Math.min(1, (p.observed - 0.5) / 0.4)) * 30);
                  return (
                    <td
                      key={b}
                      style={{ background: `color-mix(in oklab, var(--ac) ${depth}%, var(--surface))` }}
                      title={`α ${alphaText(p.alpha)}`}
                    >
                      {percent(p.observed, 0)}
                      <small> {p.n}</small>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {undefinedPairs.map((p) => (
        <p key={p.pair.join()} className="f12 t2">
          {p.pair.join(' and ')}: α undefined, {p.alpha.undefined_reason}.
        </p>
      ))}
      <p className="f12 t2">
        Same verdicts and number of items. Under {MIN_ITEMS} items nothing is computed.
      </p>
    </ChartCard>
  );
}

export function AcceptRates({ report, about }: { report: Report; about: About }) {
  const rows = report.by_reviewer;
  const accepted = rows.reduce((s, r) => s + r.accepted, 0);
  const all = rows.reduce((s, r) => s + r.n, 0);
  const mean = all > 0 ? accepted / all : null;
  const strict = rows.filter((r) => mean !== null && r.high < mean);
  return (
    <ChartCard title="Accept rates" span={6} data={ratesData(report, about)}>
      {rows.length === 0 && <p className="t2">No verdict is counted yet.</p>}
      {rows.map((r) => (
        <div key={r.reviewer} className="rate">
          <span className="b f12">{r.reviewer}</span>
          <div
            className="rate-bar"
            role="img"
            aria-label={`${r.reviewer} accepts ${percent(r.rate, 0)}, interval ${percent(r.low, 0)} to ${percent(r.high, 0)}, n ${r.n}`}
          >
            {mean !== null && <i className="mean" style={{ left: `${mean * 100}%` }} />}
            <i className="range" style={{ left: `${r.low * 100}%`, width: `${(r.high - r.low) * 100}%` }} />
            <i className="dot" style={{ left: `${r.rate * 100}%` }} />
          </div>
          <span className="num f12 b r">{percent(r.rate, 0)}</span>
          <span className="num f12 t3 r">{count(r.n)}</span>
        </div>
      ))}
      <p className="f12 t2">
        {strict.length > 0
          ? `${strict.map((r) => r.reviewer).join(', ')} ${strict.length === 1 ? 'accepts' : 'accept'} less than the others. That can be a sharper eye: read the splits before drawing a conclusion.`
          : 'Names are pseudonyms. The dashed line is the rate over all.'}
      </p>
    </ChartCard>
  );
}

export const named = <T extends Summary>(rows: readonly T[], name: (row: T) => string) =>
  rows.map((r) => ({ ...r, name: words(name(r)) }));
