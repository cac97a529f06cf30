import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { count, plural, signed, withLocalTimes, words } from '../../shared/lib/format';
import { sortChecks, toneOfCheck, type Tone } from './logic';
import { useWords } from './kinds';
import type {
  Difference,
  Leakage,
  LeftOut as LeftOutRow,
  ReleaseCheck,
  RightsRow,
  SplitTable,
} from './types';

const ICON = { ok: IconCheck, warn: IconAlertTriangle, no: IconX };
const WORD = { ok: 'fine', warn: 'warning', no: 'blocks' };

export function ToneIcon({ tone, size = 16 }: { tone: Tone; size?: number }) {
  const Mark = ICON[tone];
  return (
    <Mark size={size} style={{ color: `var(--${tone})`, flex: 'none' }} aria-label={WORD[tone]} role="img" />
  );
}

export function CheckList({ checks }: { checks: readonly ReleaseCheck[] }) {
  return (
    <ul className="checklist">
      {sortChecks(checks).map((c) => (
        <li key={c.id} className={toneOfCheck(c)}>
          <ToneIcon tone={toneOfCheck(c)} />
          <span>{withLocalTimes(c.message)}</span>
        </li>
      ))}
    </ul>
  );
}

export function SplitTableView({ table }: { table: SplitTable }) {
  if (table.rows.length === 0) return <p className="t2">No split could be made.</p>;
  return (
    <div className="scrollx">
      <table className="t num">
        <thead>
          <tr>
            <th>Stratum</th>
            <th className="r">All</th>
            {table.splits.map((s) => (
              <th key={s} className="r">
                {s}
              </th>
            ))}
            <th className="r">Drift, points</th>
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={`${row.kind} ${row.value}`}>
              <td>
                {row.kind === 'all' ? (
                  <b>All</b>
                ) : (
                  <>
                    {words(row.value)} <span className="t3 f12">{row.kind}</span>
                  </>
                )}
              </td>
              <td className="r b">{count(row.total)}</td>
              {table.splits.map((s) => (
                <td key={s} className="r" title={`target ${row.targets[s] ?? '–'}`}>
                  {count(row.counts[s] ?? 0)}{' '}
                  <span className="t3 f12">of {(row.targets[s] ?? 0).toFixed(1)}</span>
                </td>
              ))}
              <td className="r">{signed(row.max_drift, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function LeakageView({ leakage }: { leakage: Leakage }) {
  const row = useWords();
  return (
    <ul className="checklist">
      {leakage.kinds.map((k) => {
        const tone: Tone = k.crossing > 0 ? 'no' : k.guaranteed ? 'ok' : 'warn';
        return (
          <li key={k.kind} className={tone}>
            <ToneIcon tone={tone} />
            <span>
              <b className="num">
                {count(k.crossing)} of {count(k.values)}
              </b>{' '}
              {k.kind.replaceAll('_', ' ')} groups cross a split.
              {k.items_unknown > 0 && (
                <>
                  {' '}
                  Of {plural(k.items_unknown, row.one)} the {k.kind} is not known; for{' '}
                  {k.items_unknown === 1 ? 'it' : 'them'} this is not guaranteed.
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function RightsView({ rights }: { rights: readonly RightsRow[] }) {
  const row = useWords();
  if (rights.length === 0) return <p className="t2">Nothing is included, so there are no rights to list.</p>;
  return (
    <div className="scrollx">
      <table className="t">
        <thead>
          <tr>
            <th>{row.source}</th>
            <th>Licence</th>
            <th>May be passed on</th>
            <th className="r">{row.Many}</th>
            <th className="r">With media</th>
          </tr>
        </thead>
        <tbody>
          {rights.map((r) => (
            <tr key={`${r.collection ?? r.source} ${r.licence} ${r.may_redistribute}`}>
              <td>
                {r.collection ?? r.source}
                {r.is_synthetic && <span className="chip warn tagchip">synthetic</span>}
              </td>
              <td>{r.licence}</td>
              <td>{words(r.may_redistribute)}</td>
              <td className="r">{count(r.episodes ?? r.items ?? 0)}</td>
              <td className="r">{count(r.with_media)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function LeftOut({ rows }: { rows: readonly LeftOutRow[] }) {
  const row = useWords();
  if (rows.length === 0) return <p className="t2">Nothing was left out.</p>;
  return (
    <table className="t">
      <thead>
        <tr>
          <th>Left out because</th>
          <th className="r">{row.Many}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.reason}>
            <td>{words(r.reason)}</td>
            <td className="r b">{count(r.n)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ChangesView({ changes }: { changes: Difference }) {
  return (
    <>
      <p className="f14">
        {changes.base ? (
          <>
            Against <b>v{changes.base}</b>: {changes.reasons.join(', ').replace(/\.$/, '')}.
          </>
        ) : (
          changes.reasons.join(' ')
        )}{' '}
        The version must be <b className="num">{changes.required}</b> or higher.
      </p>
      {(changes.removed_ids?.length ?? 0) > 0 && (
        <p className="f12 t2">
          Removed:{' '}
          <span className="mono">
            {changes
              .removed_ids!.slice(0, 5)
              .map((i) => i.slice(0, 8))
              .join(', ')}
          </span>
        </p>
      )}
      {(changes.changed_ids?.length ?? 0) > 0 && (
        <p className="f12 t2">
          Changed:{' '}
          <span className="mono">
            {changes
              .changed_ids!.slice(0, 5)
              .map((c) => `${c.id.slice(0, 8)} (${c.what})`)
              .join(', ')}
          </span>
        </p>
      )}
    </>
  );
}
