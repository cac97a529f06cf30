import { describe, expect, it } from 'vitest';
import { path, rangeOf, thin } from './series';

describe('plots', () => {
  it('starts at zero and takes in thresholds that are near the data', () => {
    expect(rangeOf([1, 2, null], [3, 100])).toEqual({ low: 0, high: 3.24 });
    // All thresholds are far away: a sixth of the nearest is the top, 0.06 / 6 and head room.
    expect(rangeOf([0, 0.0004], [0.06, 0.25]).high).toBeCloseTo(0.0108);
    expect(rangeOf([], []).high).toBeCloseTo(1.08);
    expect(rangeOf([-1, 1])).toEqual({ low: -1, high: 1.16 });
  });
  it('keeps peaks when it thins', () => {
    const values = Array.from({ length: 1000 }, (_, i) => (i === 537 ? 9 : 0));
    const points = thin(values, 50);
    expect(points.length).toBeLessThanOrEqual(100);
    expect(points).toContainEqual([537, 9]);
  });
  it('leaves gaps open', () => {
    expect(
      path(
        [
          [0, 1],
          [1, 2],
          [2, null],
          [3, 4],
        ],
        (i) => i,
        (v) => v,
      ),
    ).toBe('M0.0 1.0L1.0 2.0M3.0 4.0');
  });
});
