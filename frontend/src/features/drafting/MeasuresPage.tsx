import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { download } from '../../shared/lib/download';
import { count, percent, plural } from '../../shared/lib/format';
import { granularityWord } from '../../shared/taxonomy';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { measuresFile, useMeasures, type DraftMeasures } from './api';
import { money, taskWord } from './words';
import './drafting.css';

/** How well drafts serve, what they cost, how long items take, and how far people are. */
export default function MeasuresPage({ slug }: { slug: string }) {
  usePage({
    title: 'Measures of drafting',
    crumbs: [{ label: 'Drafting', to: `/p/${slug}/drafting` }, { label: 'Measures' }],
  });
  const measures = useMeasures(slug);
  const [error, setError] = useState<unknown>(null);
  if (measures.isPending) return <Loading what="the measures" />;
  if (measures.isError)
    return (
      <div className="dash">
        <ErrorNote error={measures.error} retry={() => void measures.refetch()} />
      </div>
    );
  const m = measures.data;
  const save = () => {
    setError(null);
    download(measuresFile(slug), `drafting-${slug}.csv`).catch(setError);
  };
  return (
    <div className="dash">
      <PageHead
        title="Measures of drafting"
        sub="Every figure with the number it was made of. Pace is no score: nobody is named here."
      >
        <Button variant="default" leftSection={<IconDownload size={15} />} onClick={save}>
          CSV
        </Button>
      </PageHead>
      {error !== null && <ErrorNote error={error} />}
      <div className="dgrid">
        <Outcomes slug={slug} m={m} />
        <Costs m={m} />
        <Minutes m={m} />
        <ByType m={m} />
        <ByVideo slug={slug} m={m} />
      </div>
    </div>
  );
}

const FATES = ['waiting', 'kept', 'edited', 'rewritten', 'discarded'] as const;
const originWords = (o: DraftMeasures['outcomes'][number]['origin']): string =>
  [o.drafter, o.model, o.prompt].filter(Boolean).join(' · ');

function Outcomes({ slug, m }: { slug: string; m: DraftMeasures }) {
  return (
    <Card title="What became of drafts" span={12}>
      {m.outcomes.length === 0 ? (
        <Empty
          title="No drafts were proposed yet"
          action={<Link href={`/p/${slug}/drafting/new`}>Ask for drafts</Link>}
        />
      ) : (
        <>
          <div className="scrollx" tabIndex={0} role="region" aria-label="What became of drafts">
            <table className="t">
              <thead>
                <tr>
                  <th scope="col">Drafter, model, prompt</th>
                  <th scope="col">Task</th>
                  <th scope="col" className="r">
                    Drafts
                  </th>
                  {FATES.map((fate) => (
                    <th key={fate} scope="col" className="r">
                      {fate}
                    </th>
                  ))}
                  <th scope="col">Kept or edited, of decided</th>
                  <th scope="col">Edit distance, mean and median</th>
                </tr>
              </thead>
              <tbody>
                {m.outcomes.map((row) => (
                  <tr
                    key={`${originWords(row.origin)} ${row.type}`}
                    className={row.type ? undefined : 'sumrow'}
                  >
                    <td>{row.type ? '' : originWords(row.origin)}</td>
                    <td>{row.type ? taskWord(row.type) : 'All tasks'}</td>
                    <td className="r">{count(row.total)}</td>
                    {FATES.map((fate) => (
                      <td key={fate} className="r">
                        {count(row.counts[fate] ?? 0)}
                      </td>
                    ))}
                    <td className="num">
                      <Value reason={row.share_used.undefined_reason} n={row.share_used.n}>
                        {row.share_used.value !== null && percent(row.share_used.value)}
                      </Value>
                    </td>
                    <td className="num">
                      <Value reason={row.changed.undefined_reason} n={row.changed.n}>
                        {letters(row)}
                      </Value>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Reasons
            of={m.outcomes.flatMap((r) => [r.share_used.undefined_reason, r.changed.undefined_reason])}
          />
          <p className="f12 t2 tablefoot">
            The edit distance is the number of letters that were changed, put in or taken out from question
            and answer of the draft to those of the first submitted revision, and its share of the longer of
            the two; above {percent(m.rewritten_from, 0)} a draft counts as rewritten. Of a draft that is a
            clip alone the clip is compared.
          </p>
        </>
      )}
    </Card>
  );
}

/** A figure with its n, or that it is undefined and why. */
function Value({ reason, n, children }: { reason: string; n: number; children: React.ReactNode }) {
  if (reason)
    return (
      <span className="undef" title={reason}>
        undefined<span className="sr">: {reason}</span>
      </span>
    );
  return (
    <>
      {children} <span className="t3 nowrap">n {count(n)}</span>
    </>
  );
}

type Spread = DraftMeasures['outcomes'][number]['changed'];
const both = (s: Spread, shown: (value: number) => string): string | null =>
  s.mean === null || s.median === null ? null : `${shown(s.mean)}, ${shown(s.median)}`;

/** "12 letters (8.1 %), median 5 (4 %)". */
function letters({ edits, changed }: DraftMeasures['outcomes'][number]): string | null {
  if (edits.mean === null || edits.median === null || changed.mean === null || changed.median === null)
    return null;
  const plain = (value: number) => String(Number(value.toFixed(1)));
  return `${plain(edits.mean)} letters (${percent(changed.mean)}), median ${plain(edits.median)} (${percent(changed.median)})`;
}

/** The reasons that stand behind "undefined" in a table, each once. */
function Reasons({ of }: { of: readonly string[] }) {
  const reasons = [...new Set(of.filter(Boolean))];
  if (reasons.length === 0) return null;
  return <p className="f12 t2 tablefoot">Undefined: {reasons.join('; ')}.</p>;
}

function Costs({ m }: { m: DraftMeasures }) {
  return (
    <Card title="Cost" span={7}>
      {m.costs.length === 0 ? (
        <p className="t2">undefined: no run has asked a model.</p>
      ) : (
        <table className="t">
          <thead>
            <tr>
              <th scope="col">Model, prompt</th>
              <th scope="col" className="r">
                Spent
              </th>
              <th scope="col">Per submitted item</th>
              <th scope="col">Per kept item</th>
            </tr>
          </thead>
          <tbody>
            {m.costs.map(({ spent, per_submitted, per_kept }) => {
              const sum = (value: number) => money(value * 1e6, spent.currency);
              return (
                <tr key={`${originWords(spent.origin)} ${spent.currency}`}>
                  <td>{originWords(spent.origin)}</td>
                  <td className="r">{money(spent.micros, spent.currency)}</td>
                  <td className="num">
                    <Value reason={per_submitted.undefined_reason} n={per_submitted.n}>
                      {per_submitted.value !== null && sum(per_submitted.value)}
                    </Value>
                  </td>
                  <td className="num">
                    <Value reason={per_kept.undefined_reason} n={per_kept.n}>
                      {per_kept.value !== null && sum(per_kept.value)}
                    </Value>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <Reasons of={m.costs.flatMap((c) => [c.per_submitted.undefined_reason, c.per_kept.undefined_reason])} />
    </Card>
  );
}

function Minutes({ m }: { m: DraftMeasures }) {
  const shown = (v: number) => `${v.toFixed(1)} min`;
  return (
    <Card title="Minutes per submitted item" span={5}>
      {m.minutes.length === 0 ? (
        <p className="t2">undefined: no item is submitted yet.</p>
      ) : (
        <table className="t">
          <thead>
            <tr>
              <th scope="col">About, task</th>
              <th scope="col">Mean, median</th>
            </tr>
          </thead>
          <tbody>
            {m.minutes.map(({ granularity, type, minutes }) => (
              <tr key={`${granularity} ${type}`}>
                <td>
                  {granularityWord(granularity)}, {taskWord(type)}
                </td>
                <td className="num">
                  <Value reason={minutes.undefined_reason} n={minutes.n}>
                    {both(minutes, shown)}
                  </Value>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Reasons of={m.minutes.map((row) => row.minutes.undefined_reason)} />
    </Card>
  );
}

const STATES = [
  ['draft', 'Draft'],
  ['submitted', 'Submitted'],
  ['in_review', 'In review'],
  ['returned', 'Returned'],
  ['kept', 'Kept'],
  ['removed', 'Removed'],
  ['discarded', 'Discarded'],
] as const;

type Progress = DraftMeasures['by_type'][number];

const taskName = (row: Progress) =>
  row.name ? `${granularityWord(row.granularity)}, ${taskWord(row.name)}` : 'No task yet';

function ProgressTable({
  rows,
  head,
  name,
  href,
}: {
  rows: Progress[];
  head: string;
  name: (row: Progress) => string;
  href?: (row: Progress) => string;
}) {
  return (
    <div
      className="scrollx"
      tabIndex={0}
      role="region"
      aria-label={`Items by ${head.toLowerCase()} and state`}
    >
      <table className="t">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {STATES.map(([state, word]) => (
              <th key={state} scope="col" className="r">
                {word}
              </th>
            ))}
            <th scope="col" className="r">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.granularity} ${row.name} ${row.video_id}`}>
              <td>{href ? <Link href={href(row)}>{name(row)}</Link> : name(row)}</td>
              {STATES.map(([state]) => (
                <td key={state} className="r">
                  {row.states[state] ? count(row.states[state]) : <span className="t3">0</span>}
                </td>
              ))}
              <td className="r b">{count(row.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ByType({ m }: { m: DraftMeasures }) {
  if (m.by_type.length === 0) return null;
  return (
    <Card title="Items by task" span={12}>
      <ProgressTable rows={m.by_type} head="Task" name={taskName} />
    </Card>
  );
}

function ByVideo({ slug, m }: { slug: string; m: DraftMeasures }) {
  if (m.by_video.length === 0) return null;
  return (
    <Card
      title="Items by video"
      span={12}
      aside={
        m.videos > m.by_video.length
          ? `The first ${count(m.by_video.length)} of ${plural(m.videos, 'video')}; the file has no more`
          : undefined
      }
    >
      <ProgressTable
        rows={m.by_video}
        head="Video"
        name={(row) => row.name}
        href={(row) => `/p/${slug}/videos/${row.video_id}`}
      />
    </Card>
  );
}
