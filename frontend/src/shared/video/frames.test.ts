import { describe, expect, it } from 'vitest';
import { clampFrame, frameAt, middleOf, secondAway, startOf } from '../player/timeline';
import { FrameTableError, parseFrames } from './frames';
import { levels, parsePeaks } from './peaks';
import { even, film, late, tableOf, uneven } from './testing';

function bytesOf(header: object, ...parts: ArrayBufferView[]): ArrayBuffer {
  let line = JSON.stringify(header);
  line += ' '.repeat((8 - ((line.length + 1) % 8)) % 8);
  const out: number[] = [...new TextEncoder().encode(`${line}\n`)];
  for (const part of parts) out.push(...new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  return new Uint8Array(out).buffer;
}

const HEADER = {
  format: 'AFFT1',
  frames: 3,
  time_base: '1/90000',
  start: '37/25',
  end_tick: 144_000,
  proxy_rate: '25/1',
  proxy_frames: 3,
};
const TICKS = Float64Array.of(133_200, 136_800, 140_400);

describe('a frame table', () => {
  it('is read from its file', () => {
    const table = parseFrames(bytesOf(HEADER, TICKS, Int32Array.of(0, 1, 2)));
    // 133200 / 90000 is 1.48 s, where the container's clock starts: nought
    expect([0, 1, 2, 3].map((frame) => table.seconds(frame))).toEqual([0, 0.04, 0.08, 0.12]);
    expect(table.shownAt(0.0799)).toBe(1);
    expect(table.slotOf(2)).toBe(2);
  });

  it('that is cut short, or of another kind, is refused', () => {
    expect(() => parseFrames(bytesOf(HEADER, TICKS))).toThrow(FrameTableError);
    expect(() => parseFrames(bytesOf({ ...HEADER, format: 'AFFT2' }, TICKS, Int32Array.of(0, 1, 2)))).toThrow(
      FrameTableError,
    );
    expect(() => parseFrames(new TextEncoder().encode('<html>').buffer)).toThrow(FrameTableError);
  });
});

describe('the frame on screen at a time (PL2)', () => {
  it('is looked up where the rate changes, never computed', () => {
    const table = uneven();
    // 3.3333 s is tick 99.999, so frame 99; 3.5 s is tick 105, which frame 102 starts; 5 s tick 150: 100 + 50 / 2.5
    const asked = [0, 2, 3.3333, 3.5, 5, 8, 11.5, 11.57];
    expect(asked.map((seconds) => table.shownAt(seconds))).toEqual([0, 60, 99, 102, 120, 156, 198, 199]);
  });

  it('is none before the first picture', () => {
    const table = late();
    expect([0, 0.5209, 0.521, 0.561].map((seconds) => table.shownAt(seconds))).toEqual([-1, -1, 0, 1]);
    expect(table.timeText(0)).toBe('0.521');
  });

  it('follows film rates exactly over hours', () => {
    const table = film(100_000);
    for (const frame of [0, 1, 23, 24, 99_999]) expect(table.shownAt(table.time(frame))).toBe(frame);
  });

  it('an interval holds the frames with start <= time < end', () => {
    const table = even(100);
    expect(table.inside(0.4, 0.8)).toEqual({ first: 10, end: 20 });
    expect(table.inside(0.41, 0.81)).toEqual({ first: 11, end: 21 });
    expect(table.inside(3.99, 9)).toEqual({ first: 100, end: 100 });
    expect(table.inside(2, 1)).toEqual({ first: 50, end: 50 });
  });

  it('a frame as text and back as an interval is the same frame, at every rate', () => {
    for (const table of [even(60), uneven(), late(), film(500)]) {
      for (let frame = 0; frame < table.length; frame += 1) {
        const { first, end } = table.inside(table.timeText(frame), table.timeText(frame + 1));
        expect([first, end]).toEqual([frame, frame + 1]);
      }
    }
  });
});

describe('frames on the proxy', () => {
  it('are seeked in the middle of the first slot that shows them', () => {
    const { timeline } = uneven();
    expect(middleOf(timeline, 102)).toBeCloseTo(105.5 / 30);
    expect(startOf(timeline, 102)).toBeCloseTo(3.5);
    for (let frame = 0; frame < 200; frame += 1) {
      expect(frameAt(timeline, middleOf(timeline, frame))).toBe(frame);
      expect(frameAt(timeline, startOf(timeline, frame))).toBe(frame);
    }
    // slot 104 still shows frame 101, which stands from tick 102 to 105
    expect(frameAt(timeline, 104.5 / 30)).toBe(101);
  });

  it('have black before a picture that starts late', () => {
    const { timeline } = late();
    expect(timeline.first).toBe(-1);
    expect(frameAt(timeline, 0)).toBe(-1);
    expect(frameAt(timeline, 13.9 / 25)).toBe(-1);
    expect(frameAt(timeline, 14 / 25)).toBe(0);
    expect(frameAt(timeline, middleOf(timeline, -1))).toBe(-1);
    expect(clampFrame(timeline, -9)).toBe(-1);
    expect(clampFrame(even(5).timeline, -9)).toBe(0);
  });

  it('are a second apart where they are not evenly spaced', () => {
    const { timeline } = uneven();
    expect(secondAway(timeline, 10, 1)).toBe(40);
    expect(secondAway(timeline, 110, 1)).toBe(122);
    expect(secondAway(timeline, 199, 1)).toBe(200);
    const slow = tableOf([0, 5], { timeBase: '1', endTick: 10, rate: '1/5' });
    expect(secondAway(slow.timeline, 0, 1)).toBe(1);
  });
});

describe('sound levels', () => {
  it('are read, and the loudest of a stretch is found', () => {
    const peaks = parsePeaks(
      bytesOf({ format: 'AFPK1', rate: 100, pairs: 3 }, Int8Array.of(-128, 0, -64, 127, 0, 0)),
    );
    expect(peaks.loudest).toBe(1);
    expect(levels(peaks, 0, 0.03)).toEqual([-1, 1]);
    expect(levels(peaks, 0.01, 0.02)).toEqual([-0.5, 1]);
    expect(levels(peaks, 0.025, 0.0251)).toEqual([0, 0]);
    expect(levels(peaks, 7, 8)).toEqual([0, 0]);
    expect(() => parsePeaks(new ArrayBuffer(4))).toThrow();
  });
});
