import { describe, expect, it } from 'vitest';
import { meanOf, runsOf } from './measures';

describe('measures of a clip', () => {
  it('joins neighbouring frames that look the same and keeps gaps apart from zero', () => {
    expect(runsOf([1, 0.98, 0.5, null, null, 0])).toEqual([
      { from: 0, to: 2, tenth: 10 },
      { from: 2, to: 3, tenth: 5 },
      { from: 3, to: 5, tenth: null },
      { from: 5, to: 6, tenth: 0 },
    ]);
  });

  it('takes the mean of what is known and says nothing where nothing is', () => {
    expect(meanOf([1, null, 0.5, undefined])).toBe(0.75);
    expect(meanOf([null, undefined])).toBeNull();
  });
});
