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

/** The engine is asked once all is composed. Its job, given up or cancelled, leaves episodes that nobody looks at. */
export function standingOfLooking(
  found: { waiting: number; job: string | null } | undefined,
  job: Job | undefined,
): Standing {
  if (!found || found.waiting === 0 || found.job === null) return 'over';
  return job && ['failed', 'cancelled'].includes(job.state) ? 'stopped' : 'going';
}
