/** The loudness of a sound as pairs of lowest and highest sample, a hundred a second: reads `peaks.bin`. */
const FORMAT = 'AFPK1';

export interface Peaks {
  /** Pairs in a second. */
  rate: number;
  pairs: number;
  /** low, high, low, high … from -128 to 127. */
  values: Int8Array;
  /** The loudest of all levels, from 0 to 1. */
  loudest: number;
}

class PeaksError extends Error {}

/** low, high, low, high … as levels. */
export function peaksOf(rate: number, values: Int8Array): Peaks {
  const loudest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 128;
  return { rate, pairs: values.length / 2, values, loudest: Math.min(1, loudest) };
}

export function parsePeaks(bytes: ArrayBuffer): Peaks {
  const newline = new Uint8Array(bytes).indexOf(10);
  let header: { format: string; rate: number; pairs: number };
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.slice(0, newline)));
  } catch {
    throw new PeaksError('This file holds no sound levels.');
  }
  const { format, rate, pairs } = header;
  if (format !== FORMAT || !(rate > 0) || bytes.byteLength < newline + 1 + 2 * pairs)
    throw new PeaksError('These sound levels are not whole, or of another kind.');
  return peaksOf(rate, new Int8Array(bytes, newline + 1, 2 * pairs));
}

/** Lowest and highest level, from -1 to 1, of the sound between two times. */
export function levels({ rate, pairs, values }: Peaks, from: number, to: number): [number, number] {
  const first = Math.max(0, Math.floor(from * rate));
  const end = Math.min(pairs, Math.max(first + 1, Math.ceil(to * rate)));
  let low = 0;
  let high = 0;
  for (let i = first; i < end; i += 1) {
    low = Math.min(low, values[2 * i]!);
    high = Math.max(high, values[2 * i + 1]!);
  }
  return [low / 128, high / 127];
}
