import { describe, expect, it } from 'vitest';
import { segmentsAfter, spansOf } from './spans';

// Ten frames a second, as a clip of 10 fps has them.
const frames = (s: { start: number; end: number }) => ({ first: s.start * 10, end: s.end * 10 });
const interval = (s: { first: number; end: number }) => ({ start: s.first / 10, end: s.end / 10 });
const SEGMENTS = [
  { start: 1, end: 2 },
  { start: 9, end: 5 },
  { start: 3, end: 4 },
];

describe('segments on the time line', () => {
  const spans = spansOf(SEGMENTS, frames);

  it('draws what has a length', () => {
    expect(spans.map((s) => [s.id, s.name, s.first, s.end])).toEqual([
      ['segment-0', 'Segment 1', 10, 20],
      ['segment-2', 'Segment 3', 30, 40],
    ]);
    expect(spansOf([{ start: 1, end: 2 }], frames)[0]?.name).toBe('Interval');
  });

  it('moves one and leaves the others as they were written', () => {
    const moved = spans.map((s) => (s.id === 'segment-2' ? { ...s, end: 45 } : s));
    const after = segmentsAfter(SEGMENTS, spans, moved, interval);
    expect(after).toEqual([
      { start: 1, end: 2 },
      { start: 9, end: 5 },
      { start: 3, end: 4.5 },
    ]);
    expect(after[0]).toBe(SEGMENTS[0]);
  });

  it('takes out what was removed and adds what was marked', () => {
    const fresh = { id: 'new', name: '', tone: 'clip' as const, first: 60, end: 70 };
    expect(segmentsAfter(SEGMENTS, spans, [spans[1]!, fresh], interval)).toEqual([
      { start: 9, end: 5 },
      { start: 3, end: 4 },
      { start: 6, end: 7 },
    ]);
  });
});
