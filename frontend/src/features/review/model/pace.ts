/** Active working time and when a break is due. Told to the person alone, and only between two items. */
export interface Pace {
  active_s: number;
  /** Active seconds at the last break or at the reminder that was waved away. */
  since_s: number;
  last_at: number;
}

export const IDLE_S = 60;
const DAY_S = 6 * 3600;

export function freshPace(now: number): Pace {
  return { active_s: 0, since_s: 0, last_at: now };
}

/** Time between two signs of life counts when it is shorter than a minute; a gap of hours starts a new sitting. */
export function signOfLife(pace: Pace, now: number): Pace {
  const gap = (now - pace.last_at) / 1000;
  if (gap > DAY_S || gap < 0) return freshPace(now);
  return { ...pace, active_s: pace.active_s + (gap <= IDLE_S ? gap : 0), last_at: now };
}

export function afterBreak(pace: Pace): Pace {
  return { ...pace, since_s: pace.active_s };
}

export function minutesSinceBreak(pace: Pace): number {
  return Math.floor((pace.active_s - pace.since_s) / 60);
}

/** Minutes of pause to suggest: 5 after `every` minutes of work, 15 once two hours have passed in all. */
export function breakDue(pace: Pace, every: number): number | null {
  if (minutesSinceBreak(pace) < every) return null;
  return pace.active_s >= 7200 ? 15 : 5;
}
