import { describe, expect, it } from 'vitest';
import { MarkJournal, marksText, readMarks } from './keeping';

/** 25 frames a second, 1,000 of them. */
const table = {
  timeText: (frame: number) => String(frame / 25),
  inside: (start: unknown, end: unknown) => ({
    first: Math.min(1000, Math.ceil(Number(start) * 25)),
    end: Math.min(1000, Math.ceil(Number(end) * 25)),
  }),
};

class Store extends Map<string, string> {
  full = false;
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => {
    if (this.full) throw new Error('QuotaExceededError');
    this.set(key, value);
  };
}
const journal = (store: Store) => new MarkJournal(store as unknown as Storage, 'p1');

describe('keeping marks', () => {
  it('writes times into the address and reads frames back (VI70)', () => {
    const marks = [
      { first: 100, end: 130 },
      { first: 1, end: 50 },
    ];
    expect(marksText(marks, table)).toBe('4-5.2_0.04-2');
    expect(readMarks('4-5.2_0.04-2', table)).toEqual(marks);
  });

  it('leaves out of an address what is no interval of this video', () => {
    expect(readMarks('5-4_1-x_1e3-2e3__3-4_50-60_1-2-3', table)).toEqual([{ first: 75, end: 100 }]);
    expect(readMarks('nonsense', table)).toEqual([]);
    expect(readMarks(null, table)).toEqual([]);
  });

  it('keeps a journal for each video and says when it cannot', () => {
    const store = new Store();
    expect(journal(store).write('v1', '1-2')).toBe(true);
    expect(journal(store).write('v2', '3-4')).toBe(true);
    expect([journal(store).read('v1'), journal(store).read('v2')]).toEqual(['1-2', '3-4']);
    expect(journal(store).write('v1', '')).toBe(true);
    expect([journal(store).read('v1'), journal(store).read('v2')]).toEqual([null, '3-4']);
    store.full = true;
    expect(journal(store).write('v1', '1-2')).toBe(false);
    store.set('affectory.marks.p1', '{');
    expect(journal(store).read('v2')).toBeNull();
  });
});
