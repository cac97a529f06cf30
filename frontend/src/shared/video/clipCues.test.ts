import { describe, expect, it } from 'vitest';
import { peaksOf } from './peaks';
import { clipCues, clipPeaks } from './clipCues';

const cue = (id: string, start: number, end: number) => ({ id, start, end, speaker: null, text: id });
const cues = [cue('U1', 0, 2), cue('U2', 3, 5), cue('U3', 9, 10)];
const times = (found: ReturnType<typeof clipCues>) => found.map((c) => [c.id, c.start, c.end]);

describe('subtitles of a clip', () => {
  it('are moved to where they are heard, in the order of the parts', () => {
    // Second part first: 9 to 10 is heard from 0 to 1, then 1 to 4 from 1 to 4.
    expect(
      times(
        clipCues(cues, [
          { start: 9, end: 10 },
          { start: 1, end: 4 },
        ]),
      ),
    ).toEqual([
      ['U3·1', 0, 1],
      ['U1·2', 1, 2],
      ['U2·2', 3, 4],
    ]);
  });
  it('are those of the video where the clip is all of it', () => {
    expect(clipCues(cues, null)).toEqual(cues);
    expect(times(clipCues(cues, [{ start: 3, end: 5 }]))).toEqual([['U2', 0, 2]]);
  });
});

describe('sound of a clip', () => {
  it('is joined from that of its parts', () => {
    // Ten pairs a second: pair n is (-n, n).
    const values = Int8Array.from(Array.from({ length: 10 }, (_, n) => [-n, n]).flat());
    const found = clipPeaks(peaksOf(10, values), [
      { start: 0.8, end: 2 },
      { start: 0.1, end: 0.3 },
    ]);
    expect(found.pairs).toBe(4);
    expect([...found.values]).toEqual([-8, 8, -9, 9, -1, 1, -2, 2]);
  });
});
