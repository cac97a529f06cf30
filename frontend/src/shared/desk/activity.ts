/** QU87: seconds of real work on one item, told to the server and then counted from zero. No clock of its own. */
const IDLE_MS = 60_000;

export interface Activity {
  /** Milliseconds of work that nobody has been told of yet. */
  untold: number;
  signAt: number;
  tickedAt: number;
}

export const beginActivity = (now: number): Activity => ({ untold: 0, signAt: now, tickedAt: now });

export const signed = (activity: Activity, now: number): Activity => ({ ...activity, signAt: now });

/** What passed since the last tick counts while the page is looked at and somebody does something, or it plays. */
export function ticked(activity: Activity, now: number, seen: boolean, playing: boolean): Activity {
  const passed = Math.max(0, now - activity.tickedAt);
  const works = seen && (playing || now - activity.signAt <= IDLE_MS);
  return { ...activity, tickedAt: now, untold: activity.untold + (works ? passed : 0) };
}

/** The server has heard of so many milliseconds. */
export const told = (activity: Activity, ms: number): Activity => ({
  ...activity,
  untold: Math.max(0, activity.untold - ms),
});
