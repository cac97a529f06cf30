import { describe, expect, it } from 'vitest';
import { Fraction } from './fraction';
import { exactDecimal, parseEntry, shortestDecimal, spokenTime, timecode } from './times';

const of = (text: string) => Fraction.of(text);
const step = of('1001/24000');
const times = (n: number, each = step) => each.times(new Fraction(BigInt(n)));

describe('exact numbers', () => {
  it('reads decimals, fractions and numbers as what they mean', () => {
    expect(of('687.80').toString()).toBe('3439/5');
    expect(Fraction.of(0.1).toString()).toBe('1/10');
    expect(Fraction.of(1e-7).toString()).toBe('1/10000000');
    expect(of('24000/1001').toString()).toBe('24000/1001');
    expect(of('-3/6').toString()).toBe('-1/2');
    expect(() => of('1/0')).toThrow();
    expect(() => of('twelve')).toThrow();
  });

  it('rounds down and up below nought too', () => {
    expect([of('-1/3').floor(), of('-1/3').ceil(), of('7/3').floor(), of('7/3').ceil()]).toEqual([
      -1n,
      0n,
      2n,
      3n,
    ]);
  });
});

describe('times as files write them (PL1)', () => {
  it('finite decimals stay exact', () => {
    expect(exactDecimal(of('3439/5'))).toBe('687.8');
    expect(exactDecimal(of('1/8'))).toBe('0.125');
    expect(exactDecimal(of('700'))).toBe('700');
    expect(exactDecimal(of('1/3'))).toBeNull();
  });

  it('a frame time takes the shortest decimal that cuts at the same frame', () => {
    // 24000/1001 a second: frame 3 at 0.125125 s, frame 2 at 0.0834166 s; in (0.0834…, 0.125125] the shortest is 0.1
    expect(shortestDecimal(times(3), times(2))).toBe('0.1');
    // frame 1 at 0.0417083 s: one decimal gives 0.0, which is frame 0; two give 0.04
    expect(shortestDecimal(step, of('0'))).toBe('0.04');
    // whole milliseconds are left alone even where something shorter would do
    expect(shortestDecimal(of('28/25'), of('27/25'))).toBe('1.12');
    expect(shortestDecimal(of('1/3'))).toBe('0.333333333');
    expect(shortestDecimal(of('0'))).toBe('0');
    expect(() => shortestDecimal(of('1/3'), of('1/3'))).toThrow();
  });

  it('every frame of an hour keeps its place', () => {
    const ntsc = of('1001/30000');
    for (const frame of [1, 2, 17, 1000, 53_945, 107_892]) {
      const found = of(shortestDecimal(times(frame, ntsc), times(frame - 1, ntsc)));
      expect(found.compare(times(frame - 1, ntsc))).toBeGreaterThan(0);
      expect(found.compare(times(frame, ntsc))).toBeLessThanOrEqual(0);
    }
  });
});

describe('times as people read them', () => {
  it('cut milliseconds off and never round up', () => {
    expect(timecode(765.8)).toBe('12:45.800');
    expect(timecode(of('1/3'))).toBe('00:00.333');
    expect(timecode(of('59.9999'))).toBe('00:59.999');
    expect(timecode(3723)).toBe('1:02:03.000');
    expect(timecode(90, 0)).toBe('01:30');
    expect(timecode(-0.04)).toBe('−00:00.040');
  });

  it('are spoken in words', () => {
    expect(spokenTime(765.8)).toBe('12 minutes 45.8 seconds');
    expect(spokenTime(3661)).toBe('1 hour 1 minute 1 second');
    expect(spokenTime(0)).toBe('0 seconds');
  });
});

describe('what people type', () => {
  it.each([
    ['765.32', '765.32'],
    ['765,32 s', '765.32'],
    ['12:45.32', '765.32'],
    ['1:02:03', '3723'],
    ['90:00', '5400'],
  ])('%s is a time', (text, seconds) => {
    const entry = parseEntry(text);
    expect(entry?.kind === 'time' && entry.time.compare(of(seconds))).toBe(0);
  });

  it.each(['f19133', '#19,133', 'F 19 133', 'frame 19133'])('%s is a frame', (text) => {
    expect(parseEntry(text)).toEqual({ kind: 'frame', frame: 19_133 });
  });

  it.each(['', 'soon', '12:60', '-3', '1:2:3:4', '12.5.1'])('%s is neither', (text) => {
    expect(parseEntry(text)).toBeNull();
  });
});
