import { describe, expect, it } from 'vitest';
import { fitted, following, isWhole, moved, ruling, wholeView, within, zoomed } from './axis';
import { cueBeside, cuesAt, currentCue } from './cues';
import { parsePreferences } from './preferences';
import type { Cue } from './types';

describe('the part that is shown', () => {
  it('stays inside the video', () => {
    expect(within({ from: -5, to: 5 }, 100)).toEqual({ from: 0, to: 10 });
    expect(within({ from: 95, to: 105 }, 100)).toEqual({ from: 90, to: 100 });
    expect(within({ from: -50, to: 500 }, 100)).toEqual({ from: 0, to: 100 });
    expect(moved({ from: 10, to: 20 }, 200, 100)).toEqual({ from: 90, to: 100 });
  });

  it('is zoomed around a second that stays where it is', () => {
    // 25 stands at a quarter of 20–40; at half the width it still does
    expect(zoomed({ from: 20, to: 40 }, 0.5, 25, 100)).toEqual({ from: 22.5, to: 32.5 });
    expect(zoomed({ from: 20, to: 40 }, 100, 25, 100)).toEqual({ from: 0, to: 100 });
    const closest = zoomed({ from: 20, to: 20.15 }, 0.01, 20, 100);
    expect(closest.to - closest.from).toBeCloseTo(0.1);
  });

  it('fits a span with air and is told from the whole', () => {
    expect(fitted(50, 60, 100)).toEqual({ from: 49, to: 61 });
    expect(fitted(50, 51, 100)).toEqual({ from: 49.75, to: 51.25 });
    expect(isWhole(wholeView(100), 100)).toBe(true);
    expect(isWhole({ from: 0, to: 99 }, 100)).toBe(false);
  });

  it('turns over when the time leaves it', () => {
    const view = { from: 10, to: 20 };
    expect(following(view, 15, 100)).toBe(view);
    expect(following(view, 21, 100)).toEqual({ from: 20, to: 30 });
    expect(following(view, 5, 100)).toEqual({ from: 4, to: 14 });
  });

  it('has a ruler whose numbers do not touch', () => {
    // 1200 s on 1200 px: 72 px are 72 s, the next step is two minutes
    expect(ruling({ from: 0, to: 1200 }, 1200)).toEqual({ step: 120, minor: 30, digits: 0 });
    expect(ruling({ from: 0, to: 10 }, 1000)).toEqual({ step: 1, minor: 0.2, digits: 0 });
    expect(ruling({ from: 0, to: 0.5 }, 1000).digits).toBe(2);
  });
});

describe('subtitles', () => {
  const cue = (id: string, start: number, end: number): Cue => ({ id, start, end, speaker: null, text: id });
  const cues = [cue('U1', 1, 3), cue('U2', 2, 4), cue('U3', 6, 7)];
  it('are on screen from their start to before their end', () => {
    expect(cuesAt(cues, 2.5).map((c) => c.id)).toEqual(['U1', 'U2']);
    expect(cuesAt(cues, 4)).toEqual([]);
    expect([0, 1, 2, 5, 9].map((at) => currentCue(cues, at))).toEqual([-1, 0, 1, 1, 2]);
  });

  it('are walked through one by one', () => {
    expect(cueBeside(cues, 0, 1)?.id).toBe('U1');
    expect(cueBeside(cues, 2, 1)?.id).toBe('U3');
    expect(cueBeside(cues, 6.5, 1)).toBeNull();
    expect(cueBeside(cues, 6.5, -1)?.id).toBe('U2');
    expect(cueBeside(cues, 5, -1)?.id).toBe('U2');
    expect(cueBeside(cues, 1.5, -1)).toBeNull();
    expect(cueBeside([], 3, -1)).toBeNull();
  });
});

describe('how somebody listens', () => {
  it('is read with care', () => {
    expect(parsePreferences('{"volume":0.3,"muted":true,"captions":false}')).toEqual({
      volume: 0.3,
      muted: true,
      captions: false,
    });
    const usual = { volume: 0.8, muted: false, captions: true };
    for (const text of [null, '{', '{"volume":7}', 'null']) expect(parsePreferences(text)).toEqual(usual);
  });
});
