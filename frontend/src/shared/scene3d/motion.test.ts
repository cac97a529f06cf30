import { describe, expect, it } from 'vitest';
import { decodeMotion, groundPath, headingAt, MotionFormatError, phaseAt } from './motion';

/** Two frames, one joint: 2×3 root numbers, then 2×1×4 rotation numbers, written by hand. */
function handMade(header: object, numbers: number[], cut = 0): ArrayBuffer {
  let line = JSON.stringify(header);
  while ((line.length + 1) % 4) line += ' ';
  const head = new TextEncoder().encode(`${line}\n`);
  const buffer = new ArrayBuffer(head.length + numbers.length * 4);
  new Uint8Array(buffer).set(head);
  const view = new DataView(buffer);
  numbers.forEach((value, i) => view.setFloat32(head.length + i * 4, value, true));
  return buffer.slice(0, buffer.byteLength - cut);
}
const HEADER = { format: 'AFMO1', fps: '30000/1001', frames: 2, joints: ['pelvis'] };
const half = Math.SQRT1_2; // a quarter turn about Y: (0, sin 45°, 0, cos 45°)
const NUMBERS = [0, 1, 0, /**/ 0, 1, 2, /**/ 0, 0, 0, 1, /**/ 0, half, 0, half];

describe('AFMO1', () => {
  it('reads header, positions and rotations', () => {
    const motion = decodeMotion(handMade(HEADER, NUMBERS));
    expect(motion.fps).toBeCloseTo(29.97, 2);
    expect(motion.joints).toEqual(['pelvis']);
    expect([...motion.rootPositions]).toEqual([0, 1, 0, 0, 1, 2]);
    expect(motion.rotations[5]).toBeCloseTo(half);
  });

  it('refuses what is cut short, of another format or not declared', () => {
    expect(() => decodeMotion(handMade(HEADER, NUMBERS, 4))).toThrow(MotionFormatError);
    expect(() => decodeMotion(handMade({ ...HEADER, format: 'AFMO2' }, NUMBERS))).toThrow('AFMO2');
    expect(() => decodeMotion(handMade({ ...HEADER, frames: 0 }, []))).toThrow(MotionFormatError);
    expect(() => decodeMotion(new ArrayBuffer(8))).toThrow('no header');
  });

  it('puts the path into the room: a yaw of 90° turns +Z into +X', () => {
    const motion = decodeMotion(handMade(HEADER, NUMBERS));
    const path = groundPath(motion, [10, 0, 20], Math.PI / 2);
    expect(path[0]).toEqual([10, 20]);
    expect(path[1]?.[0]).toBeCloseTo(12);
    expect(path[1]?.[1]).toBeCloseTo(20);
  });

  it('turns the heading with the pelvis', () => {
    const motion = decodeMotion(handMade(HEADER, NUMBERS));
    expect(headingAt(motion, 0, 0.5)).toBeCloseTo(0.5);
    expect(headingAt(motion, 1, 0)).toBeCloseTo(Math.PI / 2);
  });
});

describe('phase', () => {
  it('lies between two frames and starts again after the last', () => {
    const motion = { fps: 10, frames: 4 };
    expect(phaseAt(motion, 0)).toEqual([0, 1, 0]);
    expect(phaseAt(motion, 0.1)).toEqual([1, 2, 0]);
    const [first, second, between] = phaseAt(motion, 0.25);
    expect([first, second]).toEqual([2, 3]);
    expect(between).toBeCloseTo(0.5);
    expect(phaseAt(motion, 0.4)).toEqual([0, 1, 0]); // four frames at 10 per second last 0.4 s
    expect(phaseAt(motion, 0.3)).toEqual([3, 3, 0]);
  });
});
