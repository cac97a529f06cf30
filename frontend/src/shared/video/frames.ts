/**
 * Which frame is shown when, in a video and in its proxy: the browser's side of `datasets/videos/frames.py`. Frames are
 * counted from 0 as they are shown; the proxy runs at a constant rate and its time is the video's own time.
 */
import type { Timeline } from '../player/timeline';
import { Fraction } from './fraction';
import { shortestDecimal } from './times';

const FORMAT = 'AFFT1';
const ROUNDING_S = 1e-4;

interface Header {
  format: string;
  frames: number;
  time_base: string;
  start: string;
  end_tick: number;
  proxy_rate: string;
  proxy_frames: number;
}

export interface Frames {
  first: number;
  end: number;
}

/** Index of the first element that is greater than `value`. */
function above(sorted: Float64Array | Int32Array | readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface FrameTableParts {
  timeBase: Fraction;
  /** The container's clock at zero of the video's own timeline. */
  start: Fraction;
  ticks: Float64Array;
  /** Where the last frame ends. */
  endTick: number;
  /** The first frame of the proxy that shows each frame. */
  slots: Int32Array;
  proxyRate: Fraction;
  proxyFrames: number;
}

export class FrameTable {
  readonly length: number;
  /** Frames of the proxy in a second. */
  readonly rate: number;
  /** This table as what the clock runs on; its frame -1 is the black before a picture that starts late. */
  readonly timeline: Timeline;
  private readonly timeBase: Fraction;
  private readonly start: Fraction;
  private readonly ticks: Float64Array;
  private readonly endTick: number;
  private readonly slots: Int32Array;

  constructor({ timeBase, start, ticks, endTick, slots, proxyRate, proxyFrames }: FrameTableParts) {
    this.timeBase = timeBase;
    this.start = start;
    this.ticks = ticks;
    this.endTick = endTick;
    this.slots = slots;
    this.length = ticks.length;
    this.rate = proxyRate.toNumber();
    const spanned = this.seconds(this.length) - this.seconds(0);
    this.timeline = {
      fps: spanned > 0 ? this.length / spanned : this.rate,
      frames: this.length,
      first: (slots[0] ?? 0) > 0 ? -1 : 0,
      spacing: {
        duration: proxyFrames / this.rate,
        frameAt: (seconds) => this.frameOfSlot(Math.floor((seconds + ROUNDING_S) * this.rate)),
        startOf: (frame) => this.slotOf(frame) / this.rate,
        middleOf: (frame) => (this.slotOf(frame) + 0.5) / this.rate,
      },
    };
  }

  /** Exact start of a frame; of `length`, the end of the last one. */
  time(frame: number): Fraction {
    const tick = frame >= this.length ? this.endTick : this.ticks[Math.max(0, frame)]!;
    return new Fraction(BigInt(tick)).times(this.timeBase).minus(this.start);
  }

  /** The same as a number, for drawing. The black before the picture starts at 0. */
  seconds(frame: number): number {
    return frame < 0 ? 0 : this.time(frame).toNumber();
  }

  /** The boundary before a frame as files write it: the shortest decimal that cuts there. */
  timeText(frame: number): string {
    if (frame < 0) return '0';
    return shortestDecimal(this.time(frame), frame > 0 ? this.time(frame - 1) : undefined);
  }

  get duration(): number {
    return this.seconds(this.length);
  }

  /** PL2: the frame on screen at a time is the last one that is not later; -1 before the first picture. */
  shownAt(time: Fraction | number | string): number {
    const tick = Fraction.of(time).plus(this.start).over(this.timeBase).floor();
    return above(this.ticks, Number(tick)) - 1;
  }

  /** PL2: the frames of an interval are those with start <= time < end. */
  inside(start: Fraction | number | string, end: Fraction | number | string): Frames {
    const from = (time: Fraction | number | string) =>
      above(this.ticks, Number(Fraction.of(time).plus(this.start).over(this.timeBase).ceil()) - 1);
    const first = from(start);
    return { first, end: Math.max(first, from(end)) };
  }

  /** The first frame of the proxy that shows a frame. */
  slotOf(frame: number): number {
    if (frame < 0) return Math.floor((this.slots[0] ?? 0) / 2);
    return this.slots[Math.min(frame, this.length - 1)] ?? 0;
  }

  /** The frame that a frame of the proxy shows; -1 in the black before the picture. */
  frameOfSlot(slot: number): number {
    return above(this.slots, slot) - 1;
  }
}

export class FrameTableError extends Error {}

/** Reads `frames.bin`: one line of JSON padded to eight bytes, float64 LE ticks, int32 LE slots. */
export function parseFrames(bytes: ArrayBuffer): FrameTable {
  const newline = new Uint8Array(bytes).indexOf(10);
  let header: Header;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.slice(0, newline))) as Header;
  } catch {
    throw new FrameTableError('This file is no frame table.');
  }
  const { frames } = header;
  const body = newline + 1;
  if (header.format !== FORMAT || frames < 1 || bytes.byteLength < body + 12 * frames)
    throw new FrameTableError('This frame table is not whole, or of another kind.');
  return new FrameTable({
    timeBase: Fraction.of(header.time_base),
    start: Fraction.of(header.start),
    ticks: new Float64Array(bytes.slice(body, body + 8 * frames)),
    endTick: header.end_tick,
    slots: new Int32Array(bytes.slice(body + 8 * frames, body + 12 * frames)),
    proxyRate: Fraction.of(header.proxy_rate),
    proxyFrames: header.proxy_frames,
  });
}
