import { Button, Progress } from '@mantine/core';
import { Link } from 'wouter';
import { useJob } from '../../../shared/api/jobs';
import { count, words } from '../../../shared/lib/format';
import { StateChip } from '../../../shared/ui/chips';
import { ErrorNote } from '../../../shared/ui/states';
import { compositionEnded, type Composition } from '../api';
import { useComposition } from './api';
import { CompositionResult } from './CompositionResult';
import { Discard } from './Discard';

function Bar({ job: id, doing, what }: { job: string | null; doing: string; what: string }) {
  const job = useJob(id).data;
  const far = job ? job.done + job.refused : 0;
  return (
    <>
      <Progress
        mt={10}
        size={6}
        animated={!job?.total}
        value={job?.total ? (100 * far) / job.total : 100}
        aria-label={doing}
      />
      <p className="f12 t2 num" role="status">
        {job?.total && job.state !== 'queued'
          ? `${count(far)} of ${count(job.total)} ${what}, ${count(job.refused)} without success`
          : 'Waiting for a worker'}
      </p>
    </>
  );
}

function Now({ composition: c }: { composition: Composition }) {
  const there = Object.entries(c.episodes ?? {}).filter(([, n]) => n > 0);
  if (there.length === 0) return null;
  return (
    <p className="f12 t2">
      Now: {there.map(([state, n]) => `${count(n)} ${words(state).toLowerCase()}`).join(', ')}.
    </p>
  );
}

/** A composition that is stored: how far it is, what it found so far, and what can be done with it. */
export function Running({
  slug,
  id,
  onPlan,
  onAgain,
}: {
  slug: string;
  id: string;
  onPlan: (composition: Composition) => void;
  onAgain: (composition: Composition) => void;
}) {
  const composition = useComposition(slug, id);
  if (composition.isError)
    return <ErrorNote error={composition.error} retry={() => void composition.refetch()} />;
  const c = composition.data;
  if (!c) return <p className="t2">Reading the composition</p>;
  const ended = compositionEnded(c);
  const made = Object.values(c.episodes ?? {}).some((n) => n > 0);
  return (
    <>
      <div className="row wrap">
        <StateChip state={c.state} />
        {c.trial && <span className="chip">dry run</span>}
        <span className="t2 f12 num">seed {c.seed}</span>
        <span className="row wrap end">
          {made && <Link href={`/p/${slug}/episodes?composition=${c.id}`}>See the episodes</Link>}
          {c.plan_text && (
            <Button variant="default" size="xs" onClick={() => onPlan(c)}>
              Open its plan
            </Button>
          )}
          {ended && c.plan_text && (
            <Button variant="default" size="xs" onClick={() => onAgain(c)}>
              Compose again with another seed
            </Button>
          )}
          {ended && made && <Discard slug={slug} id={c.id} />}
        </span>
      </div>
      {!ended && <Bar job={c.job} doing={c.trial ? 'Trying' : 'Composing'} what="tried" />}
      {ended && (c.measured?.waiting ?? 0) > 0 && (
        <Bar job={c.measured?.job ?? null} doing="The engine looks" what="looked at by the engine" />
      )}
      {c.failure && (
        <div className={c.state === 'failed' ? 'note no' : 'note'}>
          <p>
            {c.failure} What was composed stays; its job can be tried again under Jobs and goes on where it
            was.
          </p>
        </div>
      )}
      <Now composition={c} />
      {(c.report.groups?.length ?? 0) > 0 && (
        <CompositionResult slug={slug} report={c.report} composition={c} />
      )}
    </>
  );
}
