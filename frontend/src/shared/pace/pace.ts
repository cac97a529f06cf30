/** RV36: active working time and when a break is due. Told to the person alone, and only between two items. */
export interface Pace {
  active_s: number;
  /** Active seconds at the last break or at the reminder that was waved away. */
  since_s: number;
  last_at: number;
  /** The verdict given last and how often in a row. */
  row?: { verdict: string; count: number };
}

export interface Break {
  minutes: number;
  why: 'time' | 'row';
}

export const IDLE_S = 60;
const SITTING_S = 6 * 3600;
export const LONG_ROW = 25;

export function freshPace(now: number): Pace {
  return { active_s: 0, since_s: 0, last_at: now };
}

/** Time between two signs of life counts when it is shorter than a minute; a gap of hours starts a new sitting. */
export function signOfLife(pace: Pace, now: number): Pace {
  const gap = (now - pace.last_at) / 1000;
  if (gap > SITTING_S || gap < 0) return freshPace(now);
  return { ...pace, active_s: pace.active_s + (gap <= IDLE_S ? gap : 0), last_at: now };
}

export function afterVerdict(pace: Pace, verdict: string): Pace {
  const count = pace.row?.verdict === verdict ? pace.row.count + 1 : 1;
  return { ...pace, row: { verdict, count } };
}

export function afterBreak({ active_s, last_at }: Pace): Pace {
  return { active_s, since_s: active_s, last_at };
}

export function minutesSinceBreak(pace: Pace): number {
  return Math.floor((pace.active_s - pace.since_s) / 60);
}

/**
 * A pause to suggest: 5 minutes after `every` minutes of work, 15 once two hours have passed in all, and 5 after a long
 * row of the same verdict, which may be right and may be sleep.
 */
export function breakDue(pace: Pace, every: number): Break | null {
  if (minutesSinceBreak(pace) >= every) return { minutes: pace.active_s >= 7200 ? 15 : 5, why: 'time' };
  return (pace.row?.count ?? 0) >= LONG_ROW ? { minutes: 5, why: 'row' } : null;
}
