import { describe, expect, it } from 'vitest';
import { Coverage } from './coverage';
import { commonTimeline, correctionFor, frameAt, middleOf, nextSpeed, startOf, timecode } from './timeline';

const at30 = { fps: 30, frames: 104 };

describe('frames and seconds', () => {
  it('names the frame that is on screen at a time', () => {
    expect(frameAt(at30, 0)).toBe(0);
    expect(frameAt(at30, 0.0333)).toBe(1); // 0.0333 s is 0.03 ms before frame 1 starts: a decoder's rounding, not frame 0
    expect(frameAt(at30, 0.03)).toBe(0);
    expect(frameAt(at30, 1.9)).toBe(57); // 1.9 * 30
    expect(frameAt(at30, 99)).toBe(103);
    expect(frameAt(at30, -1)).toBe(0);
  });

  it('comes back to the same frame from its start and its middle, at every rate', () => {
    for (const fps of [10, 24, 25, 30, 30000 / 1001, 120]) {
      const timeline = { fps, frames: 500 };
      for (let frame = 0; frame < 500; frame += 1) {
        expect(frameAt(timeline, startOf(timeline, frame))).toBe(frame);
        expect(frameAt(timeline, middleOf(timeline, frame))).toBe(frame);
      }
    }
  });

  it('lasts as long as the longest clip at the finest rate', () => {
    // 60 frames at 30 are 2 s, 36 at 12 are 3 s: 3 s at 30 are 90 frames
    expect(
      commonTimeline([
        { fps: 30, frames: 60 },
        { fps: 12, frames: 36 },
      ]),
    ).toEqual({ fps: 30, frames: 90 });
    expect(commonTimeline([])).toEqual({ fps: 30, frames: 1 });
  });

  it('writes the time of the frame', () => expect(timecode(at30, 57)).toBe('1.90 s'));
});

describe('speeds', () => {
  it('plays forward or back from rest and walks along the steps', () => {
    expect(nextSpeed(1, false, 'faster')).toBe(1);
    expect(nextSpeed(1, false, 'slower')).toBe(-1);
    expect(nextSpeed(1, true, 'faster')).toBe(1.5);
    expect(nextSpeed(2, true, 'faster')).toBe(2);
    expect(nextSpeed(0.25, true, 'slower')).toBe(-0.5);
    expect(nextSpeed(-2, true, 'slower')).toBe(-2);
  });
});

describe('clips that follow', () => {
  it('leaves small drift, bends the speed for some, jumps for much', () => {
    expect(correctionFor(0.01, 1, 30)).toEqual({ kind: 'none' }); // 0.3 frames
    expect(correctionFor(0.05, 1, 30)).toEqual({ kind: 'rate', rate: 0.92 }); // 1.5 frames ahead: slower
    expect(correctionFor(-0.05, 2, 30)).toEqual({ kind: 'rate', rate: 2.16 });
    expect(correctionFor(0.5, 1, 30)).toEqual({ kind: 'seek' });
  });
});

describe('coverage (RV34)', () => {
  it('is complete when every frame has played, in whatever order', () => {
    const coverage = new Coverage(10);
    expect(coverage.add(0, 3)).toBe(true);
    expect(coverage.add(2, 3)).toBe(false);
    expect(coverage.share).toBeCloseTo(0.4);
    coverage.add(9, 6);
    expect(coverage.complete).toBe(false);
    expect(coverage.ranges()).toEqual([
      [0, 3],
      [6, 9],
    ]);
    expect([coverage.within(2, 7), coverage.within(-3, 2), coverage.within(4, 6)]).toEqual([3, 2, 0]);
    coverage.add(4, 5);
    expect(coverage.complete).toBe(true);
  });

  it('is restored from what the journal kept and ignores frames outside', () => {
    const coverage = new Coverage(5, [
      [0, 1],
      [3, 99],
    ]);
    expect(coverage.ranges()).toEqual([
      [0, 1],
      [3, 4],
    ]);
    coverage.add(-4, -1);
    expect(coverage.share).toBeCloseTo(0.8);
  });
});
