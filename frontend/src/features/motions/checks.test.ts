import { describe, expect, it } from 'vitest';
import { decodeSeries, figure, spanWords, thresholds } from './checks';

describe('checks', () => {
  it('writes figures with their unit', () => {
    expect(figure(2.345, 'cm')).toBe('2.35 cm');
    expect(figure(0.0312, 'm')).toBe('0.031 m');
    expect(figure(120.4, 'deg/s')).toBe('120 deg/s');
    expect([figure(0.02, 'ratio'), figure(0.25, 'ratio'), figure(-0.06, 'm'), figure(45, 'deg')]).toEqual([
      '2.0 %',
      '25 %',
      '−0.060 m',
      '45°',
    ]);
    expect(figure(3, 'frames')).toBe('3 frames');
    expect(figure(null, 'm')).toBe('undefined');
  });
  it('says on which side a threshold lies', () => {
    expect(thresholds({ id: 'length', unit: 's', threshold_warn: 1, threshold_fail: 0.5 })).toBe(
      'warns below 1 s, fails below 0.500 s',
    );
    expect(thresholds({ id: 'nan', unit: 'frames', threshold_warn: 0, threshold_fail: 0 })).toBe(
      'fails above 0 frames',
    );
    expect(thresholds({ id: 'foot_slide', unit: 'm/s', threshold_warn: 0.25, threshold_fail: null })).toBe(
      'warns above 0.250 m/s',
    );
  });

  it('writes spans in seconds', () => {
    expect(spanWords([30, 60], 30)).toBe('1.00–2.00 s');
    expect(spanWords([15, 15], 30)).toBe('0.50 s');
  });
  it('reads little-endian series and keeps NaN as a gap', () => {
    const view = new DataView(new ArrayBuffer(12));
    [0.5, Number.NaN, 2].forEach((v, i) => view.setFloat32(i * 4, v, true));
    expect(decodeSeries(view.buffer)).toEqual([0.5, null, 2]);
  });
});
