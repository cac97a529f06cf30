import { describe, expect, it } from 'vitest';
import { callWord, codeWord, money, share, took } from './words';

describe('calls and money in words', () => {
  it('says how a call ended, or where it stands', () => {
    expect(callWord('answered', 'ok')).toEqual({ word: 'Answered', tone: 'ok' });
    expect(callWord('failed', 'truncated')).toEqual({ word: 'Cut off', tone: 'no' });
    expect(callWord('sending', '')).toEqual({ word: 'On its way', tone: 'wait' });
    expect(callWord('withheld', '').tone).toBe('warn');
  });
  it('tells codes that are no HTTP status', () => {
    expect([codeWord(200), codeWord(0), codeWord(-1), codeWord(null)]).toEqual([
      '200',
      'not connected',
      'broken off',
      'unknown',
    ]);
  });
  it('writes amounts without losing a millionth', () => {
    expect(money('0.000017', 'USD')).toBe('0.000017 USD');
    expect(money('12', 'USD')).toBe('12.00 USD');
    expect(money('1234.500000', 'EUR')).toBe('1,234.50 EUR');
    expect(money(null, 'USD')).toBe('no limit');
  });
  it('measures what is used of a limit', () => {
    expect(share('1.5', '6')).toBe(0.25);
    expect(share(7, 5)).toBe(1);
    expect(share(1, null)).toBeNull();
  });
  it('measures how long an attempt took', () => {
    expect(took('2026-01-01T00:00:00Z', '2026-01-01T00:00:01.250Z')).toBe(1.25);
    expect(took('2026-01-01T00:00:00Z', null)).toBeNull();
  });
});
