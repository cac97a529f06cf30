import { describe, expect, it } from 'vitest';
import { colorOf, farthest, NOTHING, readGround, valueAt } from './layers';
import {
  degrees,
  fresh,
  heading,
  inOrder,
  moved,
  radians,
  snapped,
  turned,
  type AnchorValues,
} from './model';

const walk: AnchorValues = {
  ...fresh('walkway', [1, 0, 1]),
  path: [
    [1, 1],
    [1, 3],
  ],
};

describe('anchors', () => {
  it('snap to 5 cm and 15 degrees unless the exact place is asked for', () => {
    expect(snapped([1.0249, -0.976], false)).toEqual([1, -1]);
    expect(snapped([1.0249, -0.9764], true)).toEqual([1.025, -0.976]);
    expect(degrees(heading([0, 0], [1, 0.1], false) ?? 0)).toBe(90);
    expect(degrees(heading([0, 0], [1, 1.2], true) ?? 0)).toBe(39.8);
    expect(heading([0, 0], [0.01, 0], false)).toBeNull();
  });

  it('turn within one round', () => {
    expect(degrees(radians(190))).toBe(-170);
    expect(degrees(radians(-190))).toBe(170);
  });

  it('stand on the floor, seats on what was clicked', () => {
    expect(fresh('door', [1, 0.8, 2]).position).toEqual([1, 0, 2]);
    expect(fresh('seat', [1, 0.52, 2]).position).toEqual([1, 0.52, 2]);
    expect(fresh('seat', [1, 0, 2]).position).toEqual([1, 0.45, 2]);
  });

  it('move and turn with their paths', () => {
    expect(moved(walk, 0.5, -0.25).path).toEqual([
      [1.5, 0.75],
      [1.5, 2.75],
    ]);
    // A walkway along +z, yaw 0, turned to +x about its start.
    expect(turned(walk, Math.PI / 2).path).toEqual([
      [1, 1],
      [3, 1],
    ]);
  });

  it('are listed by kind, then as people count', () => {
    const named = (kind: AnchorValues['kind'], name: string) => ({ ...fresh(kind, [0, 0, 0]), name });
    const list = [named('door', 'a'), named('seat', 'sofa 10'), named('seat', 'sofa 2')];
    expect(inOrder(list).map((anchor) => anchor.name)).toEqual(['sofa 2', 'sofa 10', 'a']);
  });
});

describe('ground', () => {
  const bytes = new ArrayBuffer(20 + 8);
  const view = new DataView(bytes);
  view.setUint32(0, 2, true);
  view.setUint32(4, 2, true);
  [-1, 0, 0.5].forEach((value, k) => view.setFloat32(8 + 4 * k, value, true));
  [10, 250, NOTHING, 40].forEach((value, k) => view.setUint16(20 + 2 * k, value, true));
  const ground = readGround(bytes);

  it('is read row by row', () => {
    expect(valueAt(ground, [-0.9, 0.1])).toBe(10);
    expect(valueAt(ground, [-0.1, 0.6])).toBe(40);
    expect(valueAt(ground, [-0.9, 0.6])).toBeNull();
    expect(valueAt(ground, [5, 5])).toBeNull();
  });

  it('has a scale that ends with its largest value', () => {
    expect(farthest(ground, 'distance')).toBe(250);
    expect(farthest(ground, 'clearance')).toBe(200);
    expect(colorOf(0)).toEqual([43, 15, 84]);
    expect(colorOf(1).every((part, k) => part >= ([250, 240, 175][k] ?? 0))).toBe(true);
  });
});
