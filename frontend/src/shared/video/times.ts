/**
 * Times on a video's own timeline as text: the shortest decimal that means the same frame for files and fields, a
 * timecode for people. The same arithmetic as `datasets/videos/times.py`.
 */
import { Fraction } from './fraction';

const MAX_DECIMALS = 9;
const THOUSAND = new Fraction(1000n);

/** Units of 10^-places as a decimal without needless zeros. */
function decimalText(units: bigint, places: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const rest = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${sign}${whole}${rest && `.${rest}`}`;
}

/** The value as a finite decimal; null for thirds and the like. */
export function exactDecimal(value: Fraction): string | null {
  let rest = value.den;
  let scale = 0;
  for (const prime of [2n, 5n]) {
    let power = 0;
    while (rest % prime === 0n) {
      rest /= prime;
      power += 1;
    }
    scale = Math.max(scale, power);
  }
  return rest === 1n ? decimalText(value.num * (10n ** BigInt(scale) / value.den), scale) : null;
}

/**
 * PL1: the shortest decimal that means the same time. A time in whole milliseconds is itself; any other is the time of
 * a frame, and every decimal later than the frame before (`after`) and not later than itself cuts at the same place.
 */
export function shortestDecimal(value: Fraction, after?: Fraction): string {
  const millis = value.times(THOUSAND);
  if (millis.den === 1n) return decimalText(millis.num, 3);
  const low = after ?? value.minus(new Fraction(1n, 10n ** BigInt(MAX_DECIMALS)));
  if (low.compare(value) >= 0) throw new RangeError('The time is not later than the frame before it.');
  for (let places = after ? 0 : MAX_DECIMALS; ; places += 1) {
    const scale = 10n ** BigInt(places);
    const units = value.times(new Fraction(scale)).floor();
    if (new Fraction(units, scale).compare(low) > 0 || places >= 30) return decimalText(units, places);
  }
}

/** "12:45.800" or "1:02:03.000": minutes and milliseconds, cut off, never rounded up to a time not reached yet. */
export function timecode(time: Fraction | number, digits = 3): string {
  const exact = Fraction.of(time);
  const scale = 10n ** BigInt(digits);
  const units = exact.times(new Fraction(scale)).floor();
  const all = units < 0n ? -units : units;
  const whole = all / scale;
  const two = (n: bigint) => n.toString().padStart(2, '0');
  const hours = whole / 3600n;
  const minutes = (whole / 60n) % 60n;
  const rest = digits > 0 ? `.${(all % scale).toString().padStart(digits, '0')}` : '';
  return `${units < 0n ? '−' : ''}${hours ? `${hours}:` : ''}${two(minutes)}:${two(whole % 60n)}${rest}`;
}

/** A time as it is spoken: "12 minutes 45.8 seconds". */
export function spokenTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const hours = Math.floor(thousandths / 3_600_000);
  const minutes = Math.floor(thousandths / 60_000) % 60;
  const rest = (thousandths % 60_000) / 1000;
  const part = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
  return [hours && part(hours, 'hour'), minutes && part(minutes, 'minute'), part(rest, 'second')]
    .filter(Boolean)
    .join(' ');
}

export type Entry = { kind: 'time'; time: Fraction } | { kind: 'frame'; frame: number };

/** What somebody typed as a place: "765.32", "12:45.32", "1:02:03" are times; "f19133", "#19133" are frames. */
export function parseEntry(text: string): Entry | null {
  const clean = text.trim().replace(/\s*s$/, '').replaceAll(',', '.');
  const frame = /^(?:f|frame|#)\s*(\d{1,3}(?:[. ]\d{3})+|\d+)$/i.exec(clean);
  if (frame) return { kind: 'frame', frame: Number(frame[1]!.replace(/[. ]/g, '')) };
  const time = /^(?:(?:(\d+):)?(\d{1,3}):)?(\d+(?:\.\d+)?)$/.exec(clean);
  if (!time) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = time;
  if (time[2] !== undefined && Number(seconds) >= 60) return null;
  const whole = new Fraction(BigInt(hours) * 3600n + BigInt(minutes) * 60n);
  return { kind: 'time', time: whole.plus(Fraction.of(seconds)) };
}
