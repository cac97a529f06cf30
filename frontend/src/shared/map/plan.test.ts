import { describe, expect, it } from 'vitest';
import { distance, extentOf, scaleOf, wedge } from './plan';

describe('the room from above', () => {
  it('covers walls, furniture and what stands outside', () => {
    const scene = {
      walls: [[0, 0, 4, 0.1] as [number, number, number, number]],
      objects: [
        {
          name: 'bed',
          category: 'bed',
          polygon: [
            [1, 1],
            [2, 3],
          ] as const,
          height: 0.5,
        },
      ],
    };
    const plain = scene.objects.map((object) => ({ ...object, polygon: [...object.polygon] }));
    expect(extentOf({ walls: scene.walls, objects: plain }, [[-1, 2]])).toEqual({
      x: -1.25,
      z: -0.25,
      width: 5.5,
      depth: 3.5,
    });
    expect(extentOf({ walls: [], objects: [] })).toEqual({ x: -2, z: -2, width: 4, depth: 4 });
  });

  it('fits the wider side', () => {
    expect(scaleOf({ x: 0, z: 0, width: 8, depth: 6 }, 400, 600)).toBeCloseTo(0.02); // 8 m on 400 px
    expect(scaleOf({ x: 0, z: 0, width: 8, depth: 6 }, 0, 0)).toBe(8);
  });

  it('draws a quarter circle for a 90° camera looking along +Z', () => {
    // edges at −45° and +45°: x = ∓2·sin 45°, z = 2·cos 45°
    expect(wedge([0, 0], 0, 90, 2)).toBe('M0,0 L-1.414,1.414 A2,2 0 0 0 1.414,1.414 Z');
  });

  it('measures', () => expect(distance([0, 0], [3, 4])).toBe(5));
});
