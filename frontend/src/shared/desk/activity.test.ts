import { describe, expect, it } from 'vitest';
import { beginActivity, signed, ticked, told } from './activity';

const everySecond = (from: number, to: number, start = beginActivity(0), playing = false, seen = true) => {
  let now = start;
  for (let at = from; at <= to; at += 1000) now = ticked(now, at, seen, playing);
  return now;
};

describe('time of real work', () => {
  it('counts for a minute after the last sign, and not beyond', () => {
    // Signs at 0 s; looked at for 90 s: the first 60 s count.
    expect(everySecond(1000, 90_000).untold).toBe(60_000);
  });
  it('goes on with every sign', () => {
    let activity = everySecond(1000, 50_000);
    activity = signed(activity, 50_000);
    expect(everySecond(51_000, 90_000, activity).untold).toBe(90_000);
  });
  it('counts what is watched without a sign, and nothing behind another tab', () => {
    expect(everySecond(1000, 300_000, beginActivity(0), true).untold).toBe(300_000);
    expect(everySecond(1000, 300_000, beginActivity(0), true, false).untold).toBe(0);
  });
  it('is told once', () => {
    const activity = everySecond(1000, 10_000);
    expect(told(activity, 8_000).untold).toBe(2_000);
    expect(told(activity, 20_000).untold).toBe(0);
  });
});
