import { describe, expect, it } from 'vitest';
import { overallShare, paceOf, timeLeft } from './jobs';

describe('the job tray', () => {
  it('means the shares of jobs that know their total', () => {
    expect(
      overallShare([
        { done: 1, total: 2 },
        { done: 3, total: 4 },
        { done: 9, total: null },
      ]),
    ).toBe(0.625);
    expect(overallShare([{ done: 9, total: null }])).toBeNull();
  });

  it('tells a rate and the time left from two looks', () => {
    // 30 done in 10 s: 180 a minute; 60 of 100 done, 40 left at 3 a second
    expect(paceOf({ at: 0, done: 30 }, { at: 10_000, done: 60 }, 100)).toEqual({
      perMinute: 180,
      secondsLeft: 40 / 3,
    });
  });

  it('says nothing before something was done, and no end without a total', () => {
    expect(paceOf({ at: 0, done: 30 }, { at: 10_000, done: 30 }, 100)).toBeNull();
    expect(paceOf({ at: 0, done: 0 }, { at: 1000, done: 30 }, 100)).toBeNull();
    expect(paceOf({ at: 0, done: 0 }, { at: 60_000, done: 30 }, null)).toEqual({
      perMinute: 30,
      secondsLeft: null,
    });
  });

  it('rounds the time left to what can be known', () => {
    expect(timeLeft(41)).toBe('about 40 s left');
    expect(timeLeft(0)).toBe('about 1 s left');
    expect(timeLeft(700)).toBe('about 12 min left');
    expect(timeLeft(9000)).toBe('about 3 h left');
  });
});
