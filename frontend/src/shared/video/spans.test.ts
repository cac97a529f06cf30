import { describe, expect, it } from 'vitest';
import {
  edgesOf,
  frameOfEdge,
  intervalOf,
  markIn,
  markOut,
  moveEdge,
  rowsOf,
  snapped,
  spanOf,
} from './spans';
import { film, uneven } from './testing';
import type { Span } from './types';

const clip = (id: string, first: number, end: number): Span => ({ id, name: id, tone: 'clip', first, end });
const BEFORE = clip('before', 10, 20);
const AFTER: Span = { ...clip('after', 20, 35), joins: 'before', joinName: 'Turn' };

describe('edges', () => {
  it('are two per span, and one where spans join', () => {
    expect(
      edgesOf([BEFORE, AFTER], 100).map(({ id, name, frame, lowest, highest }) => [
        id,
        name,
        frame,
        lowest,
        highest,
      ]),
    ).toEqual([
      ['start:before', 'before, start', 10, 0, 19],
      ['start:after', 'Turn', 20, 11, 34],
      ['end:after', 'after, end', 35, 21, 100],
    ]);
  });

  it('move within their span and take the neighbour along', () => {
    expect(moveEdge([BEFORE, AFTER], 'start:after', 15, 100)).toEqual([
      { ...BEFORE, end: 15 },
      { ...AFTER, first: 15 },
    ]);
    expect(moveEdge([BEFORE], 'start:before', 99, 100)).toEqual([{ ...BEFORE, first: 19 }]);
    expect(moveEdge([BEFORE], 'end:before', 999, 100)).toEqual([{ ...BEFORE, end: 100 }]);
    expect(moveEdge([{ ...BEFORE, fixed: true }], 'end:before', 50, 100)).toEqual([
      { ...BEFORE, fixed: true },
    ]);
    expect(moveEdge([BEFORE], 'end:nobody', 50, 100)).toEqual([BEFORE]);
  });

  it('show the first or last frame inside', () => {
    expect(frameOfEdge({ side: 'start', frame: 10 })).toBe(10);
    expect(frameOfEdge({ side: 'end', frame: 20 })).toBe(19);
  });
});

describe('a dragged edge (PL5)', () => {
  it('snaps to a cut within four frames, the nearest of two, and not while it is free', () => {
    expect(snapped(96, [100, 200])).toBe(100);
    expect(snapped(95, [100, 200])).toBe(95);
    expect(snapped(102, [100, 103])).toBe(103);
    expect(snapped(96, [100], true)).toBe(96);
  });
});

describe('in and out (PL4)', () => {
  it('begin with the frame that is seen and end after it', () => {
    expect(markIn(clip('a', 10, 20), 15, 100)).toEqual({ first: 15, end: 20 });
    expect(markOut(clip('a', 10, 20), 15, 100)).toEqual({ first: 10, end: 16 });
  });

  it('carry a span along that would be empty', () => {
    expect(markIn(clip('a', 10, 20), 40, 100)).toEqual({ first: 40, end: 50 });
    expect(markIn(clip('a', 10, 20), 95, 100)).toEqual({ first: 95, end: 100 });
    expect(markOut(clip('a', 10, 20), 4, 100)).toEqual({ first: 0, end: 5 });
  });

  it('make a span of the one frame that is seen', () => {
    expect(markIn(null, 7, 100)).toEqual({ first: 7, end: 8 });
    expect(markOut(null, 7, 100)).toEqual({ first: 7, end: 8 });
  });
});

describe('spans and seconds (PL4)', () => {
  it('hold exactly their frames when they come back', () => {
    for (const table of [uneven(), film(200)]) {
      for (const [first, end] of [
        [0, 1],
        [98, 103],
        [120, 200],
      ] as const) {
        const seconds = intervalOf(table, { first, end });
        expect(spanOf(table, seconds, { id: 'a', name: 'a', tone: 'clip' as const })).toMatchObject({
          first,
          end,
        });
      }
    }
    // 24000/1001: frame 3 begins at 0.125125 s, and 0.1 cuts there just as well
    expect(intervalOf(film(10), { first: 0, end: 3 })).toEqual({ start: 0, end: 0.1 });
  });
});

describe('rows', () => {
  it('keep spans from covering each other', () => {
    const rows = rowsOf([clip('a', 0, 10), clip('b', 5, 12), clip('c', 10, 20), clip('d', 11, 15)]);
    expect(Object.fromEntries(rows)).toEqual({ a: 0, b: 1, c: 0, d: 2 });
  });
});
