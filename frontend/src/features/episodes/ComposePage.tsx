import { Button, Checkbox, NumberInput, Progress } from '@mantine/core';
import { useRef, useState, type UIEvent } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../shared/api/client';
import { useJob } from '../../shared/api/jobs';
import { count, words } from '../../shared/lib/format';
import { useUrlState } from '../../shared/lib/url';
import { usePage } from '../../shared/ui/chrome';
import { StateChip } from '../../shared/ui/chips';
import { Card, PageHead } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';
import { compositionEnded, useCompose, useComposition, useDryRun } from './api';
import { CompositionResult } from './CompositionResult';
import { faultLine, STARTER_PLAN } from './figures';
import './episodes.css';

/** The plan as text with line numbers; lines that the server objects to are marked. */
function PlanEditor({
  value,
  onChange,
  faults,
}: {
  value: string;
  onChange: (text: string) => void;
  faults: ReadonlySet<number>;
}) {
  const gutter = useRef<HTMLDivElement>(null);
  const lines = value.split('\n').length;
  const sync = (e: UIEvent<HTMLTextAreaElement>) => {
    if (gutter.current) gutter.current.scrollTop = e.currentTarget.scrollTop;
  };
  return (
    <div className="planeditor">
      <div className="gutter" ref={gutter} aria-hidden>
        {Array.from({ length: lines }, (_, i) => (
          <div key={`line ${i + 1}`} className={faults.has(i + 1) ? 'fault' : undefined}>
            {i + 1}
          </div>
        ))}
      </div>
      <textarea
        aria-label="Composition plan (YAML)"
        value={value}
        onChange={(e) => onChange(e.currentTarget.value)}
        onScroll={sync}
        spellCheck={false}
        wrap="off"
        aria-invalid={faults.size > 0}
      />
    </div>
  );
}

function Running({ slug, id }: { slug: string; id: string }) {
  const composition = useComposition(slug, id);
  const job = useJob(composition.data?.job ?? null);
  if (composition.isError) return <ErrorNote error={composition.error} />;
  const c = composition.data;
  if (!c) return <p className="t2">Reading the composition</p>;
  const ended = compositionEnded(c);
  return (
    <>
      <div className="row">
        <StateChip state={c.state} />
        <span className="t2 f12 num">seed {c.seed}</span>
        {ended && (
          <Link className="end" href={`/p/${slug}/episodes?composition=${c.id}`}>
            See the episodes
          </Link>
        )}
      </div>
      {!ended && (
        <>
          <Progress
            mt={10}
            size={6}
            animated={!job.data?.total}
            value={job.data?.total ? (100 * (job.data.done + job.data.refused)) / job.data.total : 100}
            aria-label="Composing"
          />
          <p className="f12 t2 num" role="status">
            {job.data?.total
              ? `${count(job.data.done)} of ${count(job.data.total)} composed, ${count(job.data.refused)} refused`
              : 'Waiting for a worker'}
          </p>
        </>
      )}
      {c.failure && (
        <div className="note no">
          <p>{c.failure}</p>
        </div>
      )}
      {ended && <CompositionResult report={c.report} dry={false} />}
      {c.episodes && ended && (
        <p className="f12 t2">
          Now:{' '}
          {Object.entries(c.episodes)
            .filter(([, n]) => n > 0)
            .map(([s, n]) => `${count(n)} ${words(s).toLowerCase()}`)
            .join(', ')}
          .
        </p>
      )}
    </>
  );
}

/** What is missing is made on another page. */
function Remedy({ slug, code }: { slug: string; code: string }) {
  if (code === 'plan.no_scene') return <Link href={`/p/${slug}/scenes`}>Add a scene</Link>;
  if (code === 'plan.no_motion') return <Link href={`/p/${slug}/import`}>Import motions</Link>;
  return null;
}

export default function ComposePage({ slug }: { slug: string }) {
  usePage({ title: 'Compose', crumbs: [{ label: 'Compose' }] });
  const store = `affectory.plan.${slug}`;
  const [params, set] = useUrlState();
  const running = params.get('composition');
  const [plan, setPlan] = useState(() => localStorage.getItem(store) ?? STARTER_PLAN);
  const [seed, setSeed] = useState<number | string>(1);
  const [render, setRender] = useState(true);
  const dry = useDryRun(slug);
  const compose = useCompose(slug);
  const fault = dry.error ?? compose.error;
  const sentences = fault instanceof ApiError ? (fault.fields.plan ?? []) : [];
  const faults = new Set(sentences.map(faultLine).filter((n): n is number => n !== null));
  const asked = (dry.data?.groups ?? []).reduce((n, t) => n + t.asked, 0);
  const edit = (text: string) => {
    setPlan(text);
    localStorage.setItem(store, text);
  };
  const tryIt = () => {
    compose.reset();
    set({ composition: null });
    dry.mutate({ plan, seed: Number(seed) || 0 });
  };
  const start = () =>
    compose.mutate(
      { plan, seed: Number(seed) || 0, render },
      {
        onSuccess: (c) => {
          dry.reset();
          set({ composition: c.id });
        },
      },
    );
  return (
    <div className="composepage">
      <div className="listmain">
        <PageHead
          title="Compose episodes"
          sub="A plan says which challenges, how many and within which bounds. The same plan and seed give the same episodes."
        >
          <NumberInput
            aria-label="Seed"
            value={seed}
            onChange={setSeed}
            w={110}
            allowDecimal={false}
            prefix="seed "
          />
          <Checkbox
            label="Render what passes"
            checked={render}
            onChange={(e) => setRender(e.currentTarget.checked)}
            size="xs"
          />
          <Button variant="default" onClick={tryIt} loading={dry.isPending}>
            Dry run
          </Button>
          <Button onClick={start} loading={compose.isPending}>
            {asked > 0 ? `Compose ${count(asked)}` : 'Compose'}
          </Button>
        </PageHead>
        <div className="composecols">
          <PlanEditor value={plan} onChange={edit} faults={faults} />
          <div className="composeresult">
            <Card title={running ? 'Composition' : 'Result'}>
              {sentences.length > 1 ? (
                <ul className="checklist-plain">
                  {sentences.map((s) => (
                    <li key={s}>{s}</li>
                  ))}
                </ul>
              ) : null}
              {dry.isError && <ErrorNote error={dry.error} safe="Your plan is kept." />}
              {compose.isError && <ErrorNote error={compose.error} safe="Your plan is kept." />}
              <Remedy slug={slug} code={fault instanceof ApiError ? fault.code : ''} />
              {dry.data ? (
                <CompositionResult report={dry.data} dry />
              ) : running ? (
                <Running slug={slug} id={running} />
              ) : (
                !fault && (
                  <p className="t2">
                    Try the plan with a dry run: it takes a few seconds and stores nothing. It shows what is
                    asked, what fits, and which check refuses the rest.
                  </p>
                )
              )}
            </Card>
            <button type="button" className="linkish" onClick={() => edit(STARTER_PLAN)}>
              Start from the example plan
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}
