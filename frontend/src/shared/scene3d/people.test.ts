import { describe, expect, it } from 'vitest';
import { phaseAt } from './motion';
import { cycleOf, personInWords, targetInWords } from './people';

const yellow = { part: 'A', top: 'yellow', is_asked: false };
const green = { part: 'B', top: 'green', is_asked: false };

describe('who is asked about', () => {
  it('is named by the colour of the top', () => {
    expect(targetInWords([{ part: '', top: 'grey', is_asked: true }])).toBe('');
    expect(targetInWords([{ ...yellow, is_asked: true }, green])).toBe('person in yellow');
    expect(targetInWords([yellow, { ...green, is_asked: true }])).toBe('person in green');
    expect(targetInWords([yellow, green].map((one) => ({ ...one, is_asked: true })))).toBe('either person');
    expect(personInWords({ part: '', top: 'grey' })).toBe('person');
  });
});

describe('one clock', () => {
  // 20 and 21 frames at 20 a second: everybody begins anew after one second, as in the engine.
  const [first, second] = [
    { fps: 20, frames: 20 },
    { fps: 20, frames: 21 },
  ];
  const cycle = cycleOf([first, second]);

  it('is that of the shorter motion', () => {
    expect(cycle).toBe(1);
    expect(cycleOf([second])).toBe(1.05);
  });

  it('shows both at the same moment of the performance in every round', () => {
    for (const motion of [first, second]) {
      expect(phaseAt(motion, 1, cycle)).toEqual([0, 1, 0]);
      expect(phaseAt(motion, 0.5, cycle)[0]).toBe(10);
      expect(phaseAt(motion, 2.5, cycle)[0]).toBe(10);
    }
    expect(phaseAt(second, 1, cycleOf([second]))).toEqual([20, 20, 0]);
  });

  it('lies between two frames where the clip is slower than the motion: frame 7 of 12 a second is 11.667', () => {
    const [before, after, share] = phaseAt(first, 7 / 12 + 3, cycle);
    expect([before, after]).toEqual([11, 12]);
    expect(share).toBeCloseTo(2 / 3, 3);
  });
});
