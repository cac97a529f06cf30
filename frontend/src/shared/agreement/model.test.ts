import { describe, expect, it } from 'vitest';
import {
  acceptShare,
  alphaText,
  forestRange,
  fractionWords,
  leftOut,
  zeroSentence,
  type Summary,
} from './model';

const row = (value: number | null, low: number | null, high: number | null): Summary => ({
  n: 30,
  observed: 0.7,
  chance: 0.6,
  alpha: { value, low, high, undefined_reason: null },
});

describe('agreement in words', () => {
  it('finds the accept share of the paper’s example: (374 + 165/2) of 574', () => {
    expect(acceptShare({ both_accept: 374, split: 165, both_reject: 35 })).toBeCloseTo(0.7953, 4);
    expect(acceptShare({ both_accept: 0, split: 0, both_reject: 0 })).toBeNull();
    expect(fractionWords(0.7953)).toBe('about four in five');
    expect(fractionWords(0.7)).toBe('70 %');
  });
  it('never writes undefined as a number', () => {
    expect(alphaText({ value: null })).toBe('undefined');
    expect(alphaText({ value: -0.072 })).toBe('−0.07');
  });
  it('says what was left out', () => {
    expect(leftOut({ excluded: { skipped: 41, superseded: 0, later_rounds: 163 } })).toBe(
      'Left out: 41 skipped, 163 from later rounds.',
    );
    expect(leftOut({ n_single: 2 })).toBe('Left out: 2 judged once.');
    expect(leftOut({})).toBe('Nothing was left out.');
  });
  it('counts intervals with 0 and scales them together', () => {
    const rows = [
      row(0.19, 0.02, 0.34),
      row(0.08, -0.05, 0.22),
      row(0.14, -0.11, 0.38),
      row(0.04, -0.21, 0.31),
      row(null, null, null),
    ];
    expect(zeroSentence(rows)).toBe(
      '3 of 4 intervals include 0: too few items to tell these apart from chance.',
    );
    expect(forestRange(rows)).toEqual({ low: -0.3, high: 0.4 });
    expect(zeroSentence([row(0.5, 0.4, 0.6)])).toBeNull();
  });
});
