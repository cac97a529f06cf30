/** Frame tables made by hand, for tests. */
import { Fraction } from './fraction';
import { FrameTable } from './frames';

export function tableOf(
  ticks: readonly number[],
  parts: { timeBase: string; endTick: number; start?: string; rate: string; slots?: readonly number[] },
): FrameTable {
  const { timeBase, endTick, start = '0', rate } = parts;
  const slots = parts.slots ?? ticks.map((_, frame) => frame);
  const seconds = Fraction.of(timeBase)
    .times(new Fraction(BigInt(endTick)))
    .minus(Fraction.of(start));
  return new FrameTable({
    timeBase: Fraction.of(timeBase),
    start: Fraction.of(start),
    ticks: Float64Array.from(ticks),
    endTick,
    slots: Int32Array.from(slots),
    proxyRate: Fraction.of(rate),
    proxyFrames: Number(seconds.times(Fraction.of(rate)).ceil()),
  });
}

const range = (n: number) => Array.from({ length: n }, (_, i) => i);

/** 25 frames a second. */
export const even = (frames: number): FrameTable =>
  tableOf(range(frames), { timeBase: '1/25', endTick: frames, rate: '25' });

/**
 * A hundred frames of 1/30 s, then a hundred of 1/12 s, each put on the thirtieth before it (100, 102, 105, 107, 110 …).
 * The proxy runs at 30 a second, so a frame's slot is its tick.
 */
export function uneven(): FrameTable {
  const ticks = range(200).map((i) => (i < 100 ? i : 100 + Math.floor(2.5 * (i - 100))));
  return tableOf(ticks, { timeBase: '1/30', endTick: 348, rate: '30', slots: ticks });
}

/** Milliseconds; 25 pictures a second from 0.521 s on, in a proxy of 25 a second: slot 14 begins at 0.56 s. */
export const late = (): FrameTable =>
  tableOf(
    range(50).map((i) => 521 + 40 * i),
    { timeBase: '1/1000', endTick: 2521, rate: '25', slots: range(50).map((i) => 14 + i) },
  );

/** 24000/1001 frames a second. */
export const film = (frames: number): FrameTable =>
  tableOf(
    range(frames).map((i) => 1001 * i),
    { timeBase: '1/24000', endTick: 1001 * frames, rate: '24000/1001' },
  );
