import { describe, expect, it } from 'vitest';
import { Fraction } from '../../../shared/video/fraction';
import { frameCount, lengthOf, moved, overlap, partsOf, segmentsOf } from './parts';

/** 25 frames a second. */
const table = {
  timeText: (frame: number) => String(frame / 25),
  time: (frame: number) => new Fraction(BigInt(frame), 25n),
};
const parts = partsOf([
  { first: 100, end: 130 },
  { first: 25, end: 50 },
]);
const names = (spans: readonly { id: string; name: string }[]) => spans.map((s) => `${s.id} ${s.name}`);

describe('parts of a clip', () => {
  it('are named by their place and keep their ids', () => {
    expect(names(parts)).toEqual(['p1 Part 1', 'p2 Part 2']);
    expect(names(moved(parts, 'p2', -1))).toEqual(['p2 Part 1', 'p1 Part 2']);
    expect(moved(parts, 'p1', -1)).toEqual(parts);
    expect(partsOf([{ first: 0, end: 1 }], parts)[0]!.id).toBe('p3');
  });

  it('add up to frames and seconds, in their order', () => {
    expect([frameCount(parts), lengthOf(parts, table)]).toEqual([55, Fraction.of('2.2')]);
    expect(segmentsOf(parts, table)).toEqual([
      { start: 4, end: 5.2 },
      { start: 1, end: 2 },
    ]);
  });

  it('says when frames would be shown twice; neighbours share none', () => {
    expect(overlap(parts)).toBeNull();
    expect(
      overlap(
        partsOf([
          { first: 0, end: 25 },
          { first: 25, end: 30 },
        ]),
      ),
    ).toBeNull();
    expect(
      overlap(
        partsOf([
          { first: 30, end: 40 },
          { first: 10, end: 31 },
        ]),
      )!.map((s) => s.id),
    ).toEqual(['p2', 'p1']);
  });
});
