import { describe, expect, it } from 'vitest';
import { cuesOf, inVideo, ontoClip, playsOf, secondsOf, sourceOf, stretchesOf } from './itemVideo';
import { ITEM } from './testing';

const { segments } = ITEM.clip!;

describe('what plays for an item (RV30)', () => {
  it('moves evidence onto the clip, in the order of time', () => {
    // 101–103 s lies in the first part, which begins at 100 s; 104–106 s is cut off at 105 s, where the part ends.
    expect(stretchesOf(ITEM)).toEqual([
      { id: 'evidence-1', name: 'Evidence ①', target: null, kind: 'evidence', start: 1, end: 3, from: 101 },
      { id: 'evidence-2', name: 'Evidence ②', target: null, kind: 'evidence', start: 4, end: 5, from: 104 },
    ]);
  });

  it('joins what goes over the seam of two parts, and leaves out what the clip does not show', () => {
    // 104–111 s: the last second of the first part (4–5 s) and the first of the second (5–6 s).
    expect(ontoClip({ start: 104, end: 111 }, segments)).toEqual({ start: 4, end: 6 });
    expect(ontoClip({ start: 106, end: 109 }, segments)).toBeNull();
  });

  it('says where in the video a second of the clip is', () => {
    expect([0, 4.5, 5, 7, 8].map((s) => inVideo(s, segments))).toEqual([100, 104.5, 110, 112, 113]);
  });

  it('plays the clip where no evidence is given, and asks for none of a whole video', () => {
    expect(stretchesOf({ ...ITEM, evidence: [] })).toEqual([
      { id: 'clip', name: 'Clip', target: null, kind: 'scope', start: 0, end: 8, from: 100 },
    ]);
    const whole = { ...ITEM, granularity: 'episode' as const, clip: null };
    expect(stretchesOf({ ...whole, evidence: [] })).toEqual([]);
    expect(stretchesOf(whole).map(({ start, end }) => [start, end])).toEqual([
      [101, 103],
      [104, 106],
    ]);
    expect([playsOf(ITEM), playsOf(whole)]).toEqual(['clip', 'video']);
  });

  it('plays the parts of a clip that was not cut from the video', () => {
    const uncut = { ...ITEM, evidence: [], clip: null };
    expect(stretchesOf(uncut).map(({ name, start, end }) => [name, start, end])).toEqual([
      ['Part 1 of the clip', 100, 105],
      ['Part 2 of the clip', 110, 113],
    ]);
    // 5 s and 3 s; a whole video lasts as long as it lasts.
    expect([secondsOf(uncut), secondsOf(ITEM), secondsOf({ ...uncut, segments: null })]).toEqual([8, 8, 200]);
  });

  it("shows the item's own subtitles in the time of its clip", () => {
    expect(cuesOf(ITEM).map(({ start, end }) => [start, end])).toEqual([[4.5, 5]]);
  });

  it('warns before the first picture, of clip and video alike', () => {
    expect(sourceOf(ITEM, 's', 'blob:x')).toMatchObject({
      id: 's',
      proxy: { url: 'blob:x' },
      content_warnings: ['grief'],
    });
    expect(sourceOf(ITEM, 's', undefined)?.proxy).toBeNull();
    expect(sourceOf({ ...ITEM, clip: null, video: null }, 's', undefined)).toBeNull();
  });
});
