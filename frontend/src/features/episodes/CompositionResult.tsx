import { count, plural, words } from '../../shared/lib/format';
import type { CompositionReport, Refusal, Tally } from './api';
import { bounds, figure } from './figures';

function Flow({ tally }: { tally: Tally }) {
  const refused = Object.values(tally.refused).reduce((a, b) => a + b, 0);
  const all = Math.max(1, tally.candidates);
  return (
    <div
      className="flow"
      role="img"
      aria-label={`${tally.candidates} candidates, ${tally.accepted} fit, ${refused} refused`}
    >
      <i className="fit" style={{ flex: tally.accepted / all }} />
      <i className="out" style={{ flex: refused / all }} />
    </div>
  );
}

function Examples({ refusals }: { refusals: readonly Refusal[] }) {
  return (
    <ul className="plainlist examples">
      {refusals.slice(0, 10).map((r) => (
        <li key={`${r.slot} ${r.id} ${r.value}`} className="f12">
          <span className="num t3">slot {r.slot}</span>{' '}
          {r.message || `${r.label}: ${figure(r.value, r.unit)}, asked for ${bounds(r)}`}
        </li>
      ))}
    </ul>
  );
}

/** Per challenge: asked, candidates, refused by check with examples, expected. */
export function CompositionResult({ report, dry }: { report: CompositionReport; dry: boolean }) {
  const groups = report.groups ?? [];
  if (groups.length === 0) return <p className="t2">No result yet.</p>;
  return (
    <div className="col result">
      {dry && (
        <p className="t2 f12">
          {plural(report.motions ?? 0, 'motion')} and {plural(report.scenes ?? 0, 'scene')} fit the plan. A
          run with the same plan and seed gives the same ids.
        </p>
      )}
      {!dry && (
        <p className="f14">
          <b className="num">{count(report.episodes ?? 0)}</b>{' '}
          {report.episodes === 1 ? 'episode' : 'episodes'} composed
          {report.already_there ? `, ${count(report.already_there)} were there already` : ''}.
        </p>
      )}
      {groups.map((t) => (
        <section key={t.name}>
          <div className="row wrap">
            <h3>{words(t.name)}</h3>
            <span className="end num f13">
              {dry ? (
                <>
                  asked <b>{count(t.asked)}</b>, expected{' '}
                  <b>{t.expected === null ? 'not known' : count(t.expected)}</b>
                </>
              ) : (
                <>
                  asked <b>{count(t.asked)}</b>, composed <b>{count(t.accepted)}</b>
                </>
              )}
            </span>
          </div>
          <Flow tally={t} />
          <p className="f12 t2 num">
            {plural(t.candidates, 'candidate')} for {plural(t.tried, 'slot')}: {count(t.accepted)} fit
          </p>
          {Object.entries(t.refused)
            .toSorted((a, b) => b[1] - a[1])
            .map(([check, n]) => {
              const examples = (report.refusals ?? []).filter((r) => r.group === t.name && r.id === check);
              return (
                <details key={check} className="refusal">
                  <summary>
                    <span>{examples[0]?.label ?? words(check)}</span>
                    <b className="num">{count(n)} refused</b>
                  </summary>
                  <Examples refusals={examples} />
                </details>
              );
            })}
        </section>
      ))}
    </div>
  );
}
