import type { BandPoint } from '../../shared/charts/BandChart';
import { dayName, type Forecast } from './forecast';

export interface Day {
  day: string;
  opened: number;
  closed: number;
  open: number;
}

const DAY = 86_400_000;
/** How far a band is drawn; a last day beyond is said in words. */
const AHEAD = 60;

/** Open rounds at the end of each day, then what is left day by day at the present pace: the band from the fastest to
 *  the slowest pace, the line in its middle. */
export function burnDownPoints(days: readonly Day[], forecast: Forecast): BandPoint[] {
  const past: BandPoint[] = days.map((d) => ({ label: dayName(d.day), value: d.open }));
  const last = days.at(-1);
  const { per_day: pace, per_day_low: slow, per_day_high: fast } = forecast;
  if (!last || pace === null || slow === null || fast === null || pace <= 0) return past;
  const today = new Date(`${last.day}T00:00:00Z`).getTime();
  const until = slow > 0 ? Math.ceil(last.open / slow) : Math.ceil((2 * last.open) / pace);
  const left = (perDay: number, n: number) => Math.max(0, last.open - perDay * n);
  const ahead = Array.from({ length: Math.min(AHEAD, until) + 1 }, (_, n): BandPoint => {
    const label = dayName(new Date(today + n * DAY).toISOString().slice(0, 10));
    return { label, value: null, other: left(pace, n), low: left(fast, n), high: left(slow, n) };
  });
  // Today ends what was and begins what is expected.
  const [begin, ...rest] = ahead;
  return [...past.slice(0, -1), { ...begin!, value: last.open }, ...rest];
}
