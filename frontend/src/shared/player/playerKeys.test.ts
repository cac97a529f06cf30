import { describe, expect, it } from 'vitest';
import { PlayerClock } from './clock';
import { nextMark, playerKeys } from './playerKeys';

const KEY = {} as KeyboardEvent;
const still = { now: () => 0, request: () => 0, cancel: () => undefined };

describe('time keys', () => {
  it('step one frame, one second, and jump between marks', () => {
    const clock = new PlayerClock({ fps: 12, frames: 60 }, [], still);
    const keys = playerKeys(clock, [30, 5]);
    keys['frame.forward']?.(KEY);
    expect(clock.snapshot().frame).toBe(1);
    keys['second.forward']?.(KEY);
    expect(clock.snapshot().frame).toBe(13);
    keys['mark.next']?.(KEY);
    expect(clock.snapshot().frame).toBe(30);
    keys['mark.next']?.(KEY);
    expect(clock.snapshot().frame).toBe(30);
    keys['mark.previous']?.(KEY);
    expect(clock.snapshot().frame).toBe(5);
    keys['second.back']?.(KEY);
    expect(clock.snapshot().frame).toBe(0);
  });

  it('play, change speed and stop', () => {
    const clock = new PlayerClock({ fps: 12, frames: 60 }, [], still);
    const keys = playerKeys(clock, []);
    keys.play?.(KEY);
    keys.faster?.(KEY);
    expect(clock.snapshot()).toMatchObject({ playing: true, rate: 1.5 });
    keys.slower?.(KEY);
    expect(clock.snapshot().rate).toBe(1);
    keys.stop?.(KEY);
    expect(clock.snapshot().playing).toBe(false);
    keys.loop?.(KEY);
    expect(clock.snapshot().loop).toBe(false);
  });

  it('finds the nearest mark on one side', () => {
    expect(nextMark([3, 9, 7], 5, 1)).toBe(7);
    expect(nextMark([3, 9, 7], 5, -1)).toBe(3);
    expect(nextMark([5], 5, 1)).toBeNull();
  });
});
