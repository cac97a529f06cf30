import { describe, expect, it } from 'vitest';
import { assigned, bytesOf, effectWords, GROUPS, referenceWords, same } from './retargeting';

describe('a mapping of joints', () => {
  it('has all of the avatar’s 22 joints in its groups, each once', () => {
    const all = GROUPS.flatMap(([, joints]) => joints);
    expect(all).toHaveLength(22);
    expect(new Set(all).size).toBe(22);
  });

  it('uses a joint of the file once: whoever had it loses it', () => {
    const before = { left_knee: 3, left_ankle: 4 };
    expect(assigned(before, 'right_knee', 3)).toEqual({ left_ankle: 4, right_knee: 3 });
    expect(assigned(before, 'left_knee', 5)).toEqual({ left_ankle: 4, left_knee: 5 });
    expect(assigned(before, 'left_knee', null)).toEqual({ left_ankle: 4 });
  });

  it('knows when nothing was changed', () => {
    expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
    expect(same({ a: 1 }, { a: 2 })).toBe(false);
    expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  });
});

describe('what saving does is said first', () => {
  it('counts motions, and episodes that keep their file', () => {
    expect(effectWords({ motions: 1, in_episodes: 0, episodes: 0 })).toBe('One motion is inspected again.');
    expect(effectWords({ motions: 1200, in_episodes: 3, episodes: 41 })).toBe(
      '1,200 motions are inspected again. 3 of them are in 41 episodes, which keep the file that they were composed of; new episodes get the new one.',
    );
  });

  it('counts frames from one, as the player does', () => {
    expect(referenceWords({ reference: 'frame 12', reference_because: 'chosen' })).toBe('frame 13: chosen');
    expect(referenceWords({ reference: 'rest pose' })).toBe('rest pose');
    expect(referenceWords({})).toBeNull();
  });

  it('reads the bytes of a tried motion', () => {
    expect([...new Uint8Array(bytesOf('AQL/'))]).toEqual([1, 2, 255]);
  });
});
