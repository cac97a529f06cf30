import type { JobInfo } from '../../shared/api/types';

/** Mean share of the jobs that know their total; null when none does. */
export function overallShare(jobs: readonly Pick<JobInfo, 'done' | 'total'>[]): number | null {
  const known = jobs.filter((j) => j.total !== null && j.total > 0);
  if (known.length === 0) return null;
  return known.reduce((sum, j) => sum + Math.min(1, j.done / j.total!), 0) / known.length;
}

export interface Sample {
  at: number;
  done: number;
}

/** How fast a job gets on and how long it still takes, from two looks at it; null until something has been done. */
export function paceOf(
  first: Sample,
  last: Sample,
  total: number | null,
): { perMinute: number; secondsLeft: number | null } | null {
  const seconds = (last.at - first.at) / 1000;
  const done = last.done - first.done;
  if (seconds < 2 || done <= 0) return null;
  const rate = done / seconds;
  return { perMinute: rate * 60, secondsLeft: total === null ? null : Math.max(0, total - last.done) / rate };
}

/** "about 40 s left", "about 12 min left", "about 3 h left". */
export function timeLeft(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds / 5) * 5)} s left`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min left`;
  return `about ${Math.round(seconds / 3600)} h left`;
}
