import type { JobInfo } from '../../shared/api/types';

/** Mean share of the jobs that know their total; null when none does. */
export function overallShare(jobs: readonly Pick<JobInfo, 'done' | 'total'>[]): number | null {
  const known = jobs.filter((j) => j.total !== null && j.total > 0);
  if (known.length === 0) return null;
  return known.reduce((sum, j) => sum + Math.min(1, j.done / j.total!), 0) / known.length;
}
