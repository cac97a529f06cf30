import { describe, expect, it } from 'vitest';
import type { Batch } from '../api/types';
import { countOf, inOrder } from './queue';

const batch = (id: string, kind: Batch['kind'], waiting_for_you: number): Batch => ({
  id,
  kind,
  name: id,
  waiting_for_you,
  held_by_others: 0,
  held_until: null,
  mean_minutes: null,
  content: [],
});

describe('queue', () => {
  const batches = [
    batch('a', 'episode', 1),
    batch('b', 'item', 3),
    batch('c', 'episode', 0),
    batch('d', 'item', 4),
  ];

  it('keeps kinds together and their own order', () => {
    expect(inOrder(batches).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('counts in words, kind by kind', () => {
    expect(countOf(batches)).toBe('7 items and 1 episode');
    expect(countOf([batch('c', 'episode', 0)])).toBe('');
  });
});
