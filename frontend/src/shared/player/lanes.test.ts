import { describe, expect, it } from 'vitest';
import { inner, ontoClock, piecesOf } from './lanes';

describe('lanes', () => {
  it('leaves a gap where nothing was seen instead of drawing zero', () => {
    const pieces = piecesOf([0.5, 0.5, null, 1], 4);
    expect(pieces).toHaveLength(2);
    expect(pieces[0]).toEqual([
      [125, inner(0.5)],
      [375, inner(0.5)],
    ]); // centres of frames 0 and 1 of 4, on 1000
    expect(pieces[1]).toEqual([[875, inner(1)]]);
  });

  it('keeps shares between the edges', () => {
    expect(inner(0)).toBe(20);
    expect(inner(1)).toBe(2);
    expect(piecesOf([1.4], 1)[0]?.[0]?.[1]).toBe(2);
  });

  it('puts a slower clip on the clock and holds its last value', () => {
    // 3 values at 10 a second on 20 a second: 0 and 0.05 s (rounds up to value 1), 0.1 s, …
    expect(ontoClock([0.1, 0.2, 0.3], 10, { fps: 20, frames: 8 })).toEqual([
      0.1, 0.2, 0.2, 0.3, 0.3, 0.3, 0.3, 0.3,
    ]);
    expect(ontoClock([], 10, { fps: 10, frames: 2 })).toEqual([null, null]);
  });
});
