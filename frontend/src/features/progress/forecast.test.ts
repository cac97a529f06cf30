import { describe, expect, it } from 'vitest';
import { forecastWords, type Forecast } from './forecast';

const base: Forecast = {
  remaining: 10,
  days_seen: 7,
  per_day: 2,
  per_day_low: 1,
  per_day_high: 3,
  earliest: '2026-03-12',
  expected: '2026-03-14',
  latest: '2026-03-19',
  undefined_reason: null,
};

describe('forecast', () => {
  it('says the band or why there is none', () => {
    expect(forecastWords(base)).toBe('Done between 12 Mar and 19 Mar at the present pace.');
    expect(forecastWords({ ...base, latest: null })).toContain('not in sight');
    expect(forecastWords({ ...base, undefined_reason: 'nothing was closed in the days looked at' })).toBe(
      'No forecast: nothing was closed in the days looked at.',
    );
    expect(forecastWords({ ...base, remaining: 0, undefined_reason: 'nothing is left to do' })).toBe(
      'Nothing is left to decide.',
    );
  });
});
