import { describe, expect, it } from 'vitest';
import { batches, waitBefore } from './sending';

const sizes = (groups: { size: number }[][]) => groups.map((g) => g.map((f) => f.size));

describe('batches of files', () => {
  it('keeps the order and both limits', () => {
    const files = [3, 3, 3, 9, 1, 1].map((size) => ({ size }));
    expect(sizes(batches(files, 3, 8))).toEqual([[3, 3], [3], [9], [1, 1]]);
    expect(sizes(batches(files, 2, 100))).toEqual([
      [3, 3],
      [3, 9],
      [1, 1],
    ]);
  });
  it('makes nothing of nothing', () => {
    expect(batches([])).toEqual([]);
  });
});

describe('waiting for the line', () => {
  it('doubles up to half a minute', () => {
    expect([1, 2, 3, 5, 6, 20].map(waitBefore)).toEqual([1, 2, 4, 16, 30, 30]);
  });
});
