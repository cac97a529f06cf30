import { describe, expect, it } from 'vitest';
import { burnDownPoints, type Day } from './burnDown';
import type { Forecast } from './forecast';

const forecast: Forecast = {
  remaining: 12,
  days_seen: 7,
  per_day: 4,
  per_day_low: 3,
  per_day_high: 6,
  earliest: '2026-03-12',
  expected: '2026-03-13',
  latest: '2026-03-14',
  undefined_reason: null,
};
const days: Day[] = [
  { day: '2026-03-09', opened: 20, closed: 4, open: 16 },
  { day: '2026-03-10', opened: 0, closed: 4, open: 12 },
];

describe('burn-down', () => {
  it('goes from today to nothing left, slowest and fastest as a band', () => {
    const points = burnDownPoints(days, forecast);
    expect(points.map((p) => p.label)).toEqual(['9 Mar', '10 Mar', '11 Mar', '12 Mar', '13 Mar', '14 Mar']);
    expect(points[1]).toEqual({ label: '10 Mar', value: 12, other: 12, low: 12, high: 12 });
    // 12 - 2 * 4, 12 - 2 * 6, 12 - 2 * 3
    expect(points[3]).toEqual({ label: '12 Mar', value: null, other: 4, low: 0, high: 6 });
    expect(points.at(-1)).toMatchObject({ other: 0, high: 0 });
  });
  it('draws no future that is not known', () => {
    expect(
      burnDownPoints(days, { ...forecast, per_day: null, per_day_low: null, per_day_high: null }),
    ).toEqual([
      { label: '9 Mar', value: 16 },
      { label: '10 Mar', value: 12 },
    ]);
    expect(burnDownPoints([], forecast)).toEqual([]);
  });
  it('stops where the end is not in sight', () => {
    // twice the expected 3 days
    expect(burnDownPoints(days, { ...forecast, per_day_low: 0, latest: null })).toHaveLength(1 + 7);
  });
});
