import { Button, Progress } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { useJob } from '../../../shared/api/jobs';
import { takeLostFocus } from '../../../shared/lib/lostFocus';
import { count, plural, words } from '../../../shared/lib/format';
import { StateChip } from '../../../shared/ui/chips';
import { RunAgain } from '../../../shared/ui/RunAgain';
import { ErrorNote } from '../../../shared/ui/states';
import type { Composition } from '../api';
import { compositionsPath, useComposition } from './api';
import { CompositionResult } from './CompositionResult';
import { Discard } from './Discard';
import { standingOfComposing, standingOfLooking } from './standing';

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
      <p className="f12 t2 num" role="status" tabIndex={-1} ref={takeLostFocus}>
        {job?.total && job.state !== 'queued'
          ? `${count(far)} of ${count(job.total)} ${what}, ${count(job.refused)} without success`
          : job?.state === 'running'
            ? 'Reading scenes and motions'
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
  const client = useQueryClient();
  const composition = useComposition(slug, id);
  const early = ['failed', 'cancelled'].includes(composition.data?.state ?? '');
  const composingJob = useJob(early ? (composition.data?.job ?? null) : null).data;
  const measured = composition.data?.measured;
  const lookingJob = useJob(measured && measured.waiting > 0 ? measured.job : null).data;
  const state = composition.data?.state;
  // The list beside it says the same.
  useEffect(() => {
    if (state) void client.invalidateQueries({ queryKey: ['rows', compositionsPath(slug)] });
  }, [client, slug, state]);
  if (composition.isError)
    return <ErrorNote error={composition.error} retry={() => void composition.refetch()} />;
  const c = composition.data;
  if (!c) return <p className="t2">Reading the composition</p>;
  const composing = standingOfComposing(c, composingJob);
  const ended = composing !== 'going';
  const looking = ended ? standingOfLooking(measured, lookingJob) : 'over';
  const made = Object.values(c.episodes ?? {}).some((n) => n > 0);
  return (
    <>
      <div className="row wrap">
        <StateChip state={early && !ended ? 'queued' : c.state} />
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
      {composing === 'stopped' && (
        <RunAgain
          job={c.job}
          why={c.failure}
          failed={c.state === 'failed'}
          rest="What was composed stays, and it goes on where it was."
        />
      )}
      {looking === 'going' && (
        <Bar job={measured?.job ?? null} doing="The engine looks" what="looked at by the engine" />
      )}
      {looking === 'stopped' && lookingJob && (
        <RunAgain
          job={lookingJob.id}
          why={`The engine has ${plural(measured?.waiting ?? 0, 'episode')} still to look at: ${
            lookingJob.state === 'cancelled' ? 'its job was cancelled.' : lookingJob.message
          }`}
          failed={lookingJob.state === 'failed'}
          rest="What it found stays, and it goes on where it was."
        />
      )}
      <Now composition={c} />
      {(c.report.groups?.length ?? 0) > 0 && (
        <CompositionResult slug={slug} report={c.report} composition={c} />
      )}
    </>
  );
}
