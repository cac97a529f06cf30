import { describe, expect, it } from 'vitest';
import { done, money, progressWords, taskWord } from './words';

describe('words of drafting', () => {
  it('says money with cents, and small sums with more', () => {
    expect(money(1_234_567, 'USD')).toBe('1.23 USD');
    expect(money(12_345, 'EUR')).toBe('0.0123 EUR');
    expect(money(0, 'USD')).toBe('0.00 USD');
  });

  it('says of a run only what there is', () => {
    expect(progressWords({ proposed: 1 })).toBe('1 draft');
    expect(progressWords({ proposed: 2, refused: 1, windows_not_sent: 3 })).toBe(
      '2 drafts, 1 refused, 3 not sent',
    );
    expect(done({ windows: 5, windows_waiting: 2 })).toBe(3);
  });

  it('names a task shortly', () => {
    expect(taskWord('emotion cause')).toBe('Cause');
    expect(taskWord('contextual emotion')).toBe('Contextual');
    expect(taskWord('')).toBe('No task yet');
  });
});
