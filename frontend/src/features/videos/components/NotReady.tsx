import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircle, IconRefresh } from '@tabler/icons-react';
import { useJob } from '../../../shared/api/jobs';
import { percent } from '../../../shared/lib/format';
import { ErrorNote } from '../../../shared/ui/states';
import { usePrepare } from '../api/hooks';
import type { VideoDetail } from '../api/types';

const STEPS = [
  ['probe', 'Decode every frame and measure it'],
  ['proxy', 'Make the copy that browsers play'],
  ['poster', 'Take a picture for lists'],
  ['sprite', 'Take pictures for the time line'],
  ['peaks', 'Measure the sound'],
  ['cuts', 'Find the cuts'],
] as const;

/** While a worker prepares it: which steps are done, and how far the present one is. */
export function Preparing({ video, children }: { video: VideoDetail; children?: React.ReactNode }) {
  const job = useJob(video.job?.id ?? null).data ?? video.job;
  const total = job?.total ?? null;
  const next = STEPS.find(([step]) => !video.steps_done.includes(step))?.[0];
  const waits = !job || job.state.toLowerCase() === 'queued';
  return (
    <div className="notready">
      <h2>{waits ? 'Waits for a worker' : 'Being prepared'}</h2>
      <p className="t2 f14">
        {waits
          ? 'It is prepared as soon as a worker is free. You can leave this page.'
          : 'You can leave this page; the list shows when it is ready.'}
      </p>
      {!waits && (
        <Progress
          size={8}
          w="100%"
          animated={!total}
          value={total ? (100 * job.done) / total : 100}
          aria-label="Preparing"
        />
      )}
      {!waits && (
        <p className="f12 t2 num" role="status">
          {total ? percent(job.done / total, 0) : 'Beginning'}
          {job.message && `, ${job.message}`}
        </p>
      )}
      <ol className="steps prepsteps">
        {STEPS.map(([step, label]) => {
          const done = video.steps_done.includes(step);
          return (
            <li key={step} aria-current={!waits && step === next ? 'step' : undefined}>
              {done ? <IconCheck size={17} aria-label="Done" /> : <IconCircle size={17} aria-label="To do" />}
              <span>{label}</span>
            </li>
          );
        })}
      </ol>
      {children}
    </div>
  );
}

/** Why it cannot be used, and what to do. */
export function Refused({
  slug,
  video,
  mayPrepare,
}: {
  slug: string;
  video: VideoDetail;
  mayPrepare: boolean;
}) {
  const prepare = usePrepare(slug, video.id);
  const reasons = video.notes.filter((n) => n.kind === 'refusal');
  return (
    <div className="notready">
      <h2>This video was refused</h2>
      <div className="note no" role="note">
        <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
        <div>
          {reasons.length > 0 ? (
            reasons.map((n) => <p key={n.code}>{n.message}</p>)
          ) : (
            <p>A worker could not prepare it. The job’s log says more.</p>
          )}
        </div>
      </div>
      <p className="t2 f14">
        The file is kept as it is. Register a repaired file in its place, or prepare this one again if the
        fault was with the machine.
      </p>
      {mayPrepare && (
        <Button
          leftSection={<IconRefresh size={15} />}
          loading={prepare.isPending}
          onClick={() => prepare.mutate(undefined)}
        >
          Prepare again
        </Button>
      )}
      {prepare.isError && <ErrorNote error={prepare.error} />}
    </div>
  );
}
