import { describe, expect, it } from 'vitest';
import { grown, isNearEnd, neighboursOf, type Trail } from './useNeighbours';

const trail = (ids: string, next: string | null = null, total: number | null = null): Trail => ({
  where: 'state=kept',
  ids: [...ids],
  next,
  total,
});

describe('episodes before and after in the list one came from', () => {
  it('are those beside it, and none beyond the ends', () => {
    expect(neighboursOf(trail('abc'), 'b')).toEqual({ previous: 'a', next: 'c', position: 2, of: 3 });
    expect(neighboursOf(trail('abc'), 'a')?.previous).toBeNull();
    expect(neighboursOf(trail('abc'), 'c')?.next).toBeNull();
    expect(neighboursOf(trail('abc'), 'd')).toBeNull();
    expect(neighboursOf(trail(''), 'a')).toBeNull();
  });
  it('go on through the whole list, which is counted as a whole', () => {
    const read = trail('abcdef', 'cursor', 8);
    expect(['c', 'd', 'f'].map((id) => isNearEnd(read, id))).toEqual([false, true, true]);
    expect(isNearEnd(trail('abc'), 'c')).toBe(false);
    const page = { results: [{ id: 'g' }, { id: 'h' }], next: null, previous: null, count: null };
    const whole = grown(read, page);
    expect(neighboursOf(whole, 'g')).toEqual({ previous: 'f', next: 'h', position: 7, of: 8 });
    expect(isNearEnd(whole, 'h')).toBe(false);
  });
});
