import { useState } from 'react';
import { count, plural, words } from '../../../shared/lib/format';
import type { Composition, CompositionReport, EngineGroup, GroupReport } from '../api';
import { checkLabel, figureOfGroup, groupName } from '../figures';
import { useRefusedByEngine } from './api';
import { FlowDrawing, type FlowRow } from './Flow';
import { Refusals } from './Refusals';

const byCount = (refused: Record<string, number>): [string, number][] =>
  Object.entries(refused).toSorted((a, b) => b[1] - a[1]);

function Rows({
  rows,
  total,
  open,
  onOpen,
}: {
  rows: readonly FlowRow[];
  total: number;
  open: string | null;
  onOpen: (id: string | null) => void;
}) {
  return (
    <div className="flow">
      <FlowDrawing rows={rows} total={total} />
      <ul className="plainlist flowrows">
        {rows.map((row) => (
          <li key={row.id} className={row.good ? 'good' : undefined}>
            {row.good ? (
              <span>
                {row.label} <b className="num">{count(row.n)}</b>
              </span>
            ) : (
              <button
                type="button"
                aria-expanded={open === row.id}
                onClick={() => onOpen(open === row.id ? null : row.id)}
              >
                <span>
                  refused: {row.label} <b className="num">{count(row.n)}</b>
                </span>
                <span className="t3 end">{open === row.id ? 'hide' : 'show'}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ByGeometry({
  slug,
  group,
  report,
}: {
  slug: string;
  group: GroupReport;
  report: CompositionReport;
}) {
  const [open, setOpen] = useState<string | null>(null);
  const refusals = (report.refusals ?? []).filter((r) => r.group === group.name);
  const rows: FlowRow[] = [
    { id: 'fit', label: 'fit', n: group.accepted, good: true },
    ...byCount(group.refused).map(([id, n]) => ({ id, label: checkLabel(id, refusals), n, good: false })),
  ];
  if (group.candidates === 0) return null;
  return (
    <>
      <p className="f12 t2 num">
        {plural(group.candidates, 'candidate')} tried for {plural(group.tried, 'episode')}
        {group.tried < group.asked ? ` of ${count(group.asked)}` : ''}, by geometry:
      </p>
      <Rows rows={rows} total={group.candidates} open={open} onOpen={setOpen} />
      {open && <Refusals key={open} slug={slug} refusals={refusals.filter((r) => r.id === open)} />}
    </>
  );
}

function ByEngine({
  slug,
  composition,
  group,
  found,
}: {
  slug: string;
  composition: string;
  group: string;
  found: EngineGroup;
}) {
  const [open, setOpen] = useState<string | null>(null);
  const examples = useRefusedByEngine(slug, composition, group, open ?? '', open !== null);
  const rows: FlowRow[] = [
    { id: 'passed', label: 'pass', n: found.passed, good: true },
    ...byCount(found.refused).map(([id, n]) => ({ id, label: checkLabel(id, []), n, good: false })),
  ];
  return (
    <>
      <p className="f12 t2 num">The engine looked at {plural(found.looked_at, 'episode')}:</p>
      <Rows rows={rows} total={found.looked_at} open={open} onOpen={setOpen} />
      {open && <Refusals key={open} slug={slug} refusals={examples.data} error={examples.error} />}
    </>
  );
}

function Reasons({ group }: { group: GroupReport }) {
  if (group.reasons.length === 0 || (group.expected !== null && group.expected >= group.asked)) return null;
  const short = group.expected !== null ? group.asked - group.expected : group.asked;
  return (
    <div className="note warn reasons">
      <div>
        <p>
          {count(short)} of {count(group.asked)} {short === 1 ? 'is' : 'are'} not reached. What stands in the
          way:
        </p>
        <ul>
          {group.reasons.slice(0, 4).map((reason) => (
            <li key={reason.text}>{reason.text}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Twice({ slug, composition }: { slug: string; composition: Composition }) {
  const again = composition.measured?.repeated;
  if (!again || again.sampled === 0) return null;
  return again.different.length === 0 ? (
    <p className="f12 t2">
      Drawn twice: the whole clips of {plural(again.sampled, 'episode')} came out the same in every byte.
    </p>
  ) : (
    <div className="note no">
      <p>
        Drawn twice: {count(again.different.length)} of {plural(again.sampled, 'episode')} came out different
        and were refused:{' '}
        {again.different.map((id) => (
          <a key={id} className="mono" href={`/p/${slug}/episodes/${id}`}>
            {id.slice(0, 8)}{' '}
          </a>
        ))}
      </p>
    </div>
  );
}

/** Per group: asked, candidates, refused by which check with examples, expected; then what the engine found. */
export function CompositionResult({
  slug,
  report,
  composition = null,
}: {
  slug: string;
  report: CompositionReport;
  composition?: Composition | null;
}) {
  const groups = report.groups ?? [];
  if (groups.length === 0) return <p className="t2">No result yet.</p>;
  const isRun = composition !== null && !composition.trial;
  return (
    <div className="col result">
      {isRun ? (
        <p className="f14">
          <b className="num">{count(report.episodes ?? 0)}</b>{' '}
          {report.episodes === 1 ? 'episode' : 'episodes'} composed
          {report.already_there ? `, ${plural(report.already_there, 'was', 'were')} there already` : ''}.
        </p>
      ) : (
        <p className="t2 f12">
          {plural(report.motions ?? 0, 'motion')} and {plural(report.scenes ?? 0, 'scene')} fit the plan. A
          run with the same plan and seed gives the same ids.
        </p>
      )}
      {composition && <Twice slug={slug} composition={composition} />}
      {groups.map((group) => {
        const engine = composition?.measured?.groups[group.name];
        return (
          <section key={group.name}>
            <div className="row wrap">
              <h3>{groupName(group.name)}</h3>
              <span className="t3 f12">{words(group.family).toLowerCase()}</span>
              <span className="end num f13">
                asked <b>{count(group.asked)}</b>, {figureOfGroup(group, isRun)}
              </span>
            </div>
            <Reasons group={group} />
            <ByGeometry slug={slug} group={group} report={report} />
            {composition && engine && (
              <ByEngine slug={slug} composition={composition.id} group={group.name} found={engine} />
            )}
          </section>
        );
      })}
    </div>
  );
}
