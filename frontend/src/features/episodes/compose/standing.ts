import { jobEnded } from '../../../shared/api/jobs';
import type { JobInfo } from '../../../shared/api/types';
import { compositionEnded, type Composition } from '../api';

export type Standing = 'going' | 'stopped' | 'over';
type Job = Pick<JobInfo, 'state' | 'error_code'>;

/** A composition whose job was put back into its queue still says that it has ended, until a worker takes it. */
export function standingOfComposing(c: Pick<Composition, 'state'>, job: Job | undefined): Standing {
  if (!compositionEnded(c)) return 'going';
  if (c.state === 'done') return 'over';
  return job && !jobEnded(job) ? 'going' : 'stopped';
}

/** A job of the engine that was given up or cancelled leaves episodes that nobody looks at. */
export function standingOfLooking(waiting: number, job: Job | undefined): Standing {
  if (waiting === 0) return 'over';
  return job && ['failed', 'cancelled'].includes(job.state) ? 'stopped' : 'going';
}

const NOT_BY_REPEATING = new Set(['composition.other_composer', 'job.unknown']);
export const mayRunAgain = (job: Job): boolean =>
  ['failed', 'cancelled'].includes(job.state) && !NOT_BY_REPEATING.has(job.error_code ?? '');
