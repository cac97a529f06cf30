import { describe, expect, it } from 'vitest';
import { neighboursOf } from './useNeighbours';

describe('episodes before and after in the list one came from', () => {
  it('are those beside it, and none beyond the ends', () => {
    const ids = ['a', 'b', 'c'];
    expect(neighboursOf(ids, 'b')).toEqual({ previous: 'a', next: 'c', position: 2, of: 3 });
    expect(neighboursOf(ids, 'a')?.previous).toBeNull();
    expect(neighboursOf(ids, 'c')?.next).toBeNull();
    expect(neighboursOf(ids, 'd')).toBeNull();
    expect(neighboursOf([], 'a')).toBeNull();
  });
});
