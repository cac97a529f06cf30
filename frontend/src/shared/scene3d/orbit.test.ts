import { describe, expect, it } from 'vitest';
import { eyeOf, openingOrbit, orbitKey, turn, zoom } from './orbit';

const ORBIT = { target: [1, 1, 1] as [number, number, number], azimuth: 0, elevation: 0, distance: 2 };

describe('orbit', () => {
  it('stands in front of +Z at azimuth 0 and beside +X a quarter turn later', () => {
    expect(eyeOf(ORBIT)).toEqual([1, 1, 3]);
    const [x, y, z] = eyeOf(turn(ORBIT, Math.PI / 2, 0));
    expect([x, y]).toEqual([3, 1]);
    expect(z).toBeCloseTo(1);
  });

  it('stays above the floor, below the zenith and within reach', () => {
    expect(turn(ORBIT, 0, -9).elevation).toBe(-0.05);
    expect(turn(ORBIT, 0, 9).elevation).toBe(1.5);
    expect(zoom(ORBIT, 0.001).distance).toBe(0.6);
    expect(zoom(ORBIT, 1e6).distance).toBe(40);
  });

  it('answers arrows and leaves other keys alone', () => {
    expect(orbitKey(ORBIT, 'ArrowRight')?.azimuth).toBeCloseTo(0.12);
    expect(orbitKey(ORBIT, 'q')).toBeNull();
  });

  it('opens on the person', () => {
    expect(openingOrbit([2, 0, 3], [2, 0, 7], 8)).toEqual({
      target: [2, 0.8, 3],
      azimuth: 0.9,
      elevation: 0.62,
      distance: 6.8,
    });
  });
});
