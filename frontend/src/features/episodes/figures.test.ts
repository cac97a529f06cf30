import { describe, expect, it } from 'vitest';
import { bounds, faultLine, figure } from './figures';

describe('episode figures', () => {
  it('writes units as people read them', () => {
    expect([
      figure(170.2, 'deg'),
      figure(0.442, 'fraction'),
      figure(3.42, 'm'),
      figure(0.31, 'm'),
      figure(null, 'm'),
      figure(7, ''),
    ]).toEqual(['170°', '44 %', '3.4 m', '0.31 m', 'not measured', '7']);
  });
  it('writes bounds', () => {
    expect(bounds({ low: 2, high: 6, unit: 'm' })).toBe('2.0 m to 6.0 m');
    expect(bounds({ low: 120, high: null, unit: 'deg' })).toBe('at least 120°');
    expect(bounds({ low: null, high: 0.02, unit: 'm' })).toBe('at most 0.02 m');
    expect(bounds({ low: null, high: null, unit: '' })).toBe('');
  });
  it('finds the line of a fault', () => {
    expect(faultLine('line 7: count must be a whole number')).toBe(7);
    expect(faultLine('no scene')).toBeNull();
  });
});
