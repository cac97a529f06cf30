import { describe, expect, it } from 'vitest';
import { angleBetween, avatarPlaces, differencesAt } from './sideBySide';

const SKELETON = [
  { name: 'pelvis', parent: -1, required: false, position: [0, 1, 0] },
  { name: 'left_hip', parent: 0, required: true, position: [0.1, 1, 0] },
  { name: 'left_knee', parent: 1, required: true, position: [0.1, 0.5, 0] },
];
const HALF = Math.SQRT1_2;
/** Two frames: standing; the hip turned by 90° about X, which lays the thigh along −Z. */
const MOTION = {
  fps: 30,
  frames: 2,
  joints: SKELETON.map((j) => j.name),
  rootPositions: new Float32Array([0, 1, 0, 0, 1, 0]),
  rotations: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, HALF, 0, 0, HALF, 0, 0, 0, 1]),
};
const FOUND = ['pelvis', 'left_hip', 'left_knee'].map((avatar, joint) => ({
  avatar,
  joint,
  name: avatar.toUpperCase(),
  how: 'name',
  confidence: 1,
}));

describe('the avatar beside the file', () => {
  it('puts the joints where their bones lead', () => {
    expect(avatarPlaces(MOTION, SKELETON, 0)[2]).toEqual([expect.closeTo(0.1), 0.5, 0]);
    const [x, y, z] = avatarPlaces(MOTION, SKELETON, 1)[2] ?? [];
    expect([x, y, z]).toEqual([expect.closeTo(0.1), expect.closeTo(1), expect.closeTo(-0.5)]);
  });

  it('tells how far two bones point apart', () => {
    expect(angleBetween([1, 0, 0], [0, 2, 0])).toBeCloseTo(90);
    expect(angleBetween([0, 1, 0], [0, 5, 0])).toBeCloseTo(0);
    expect(angleBetween([0, 0, 0], [0, 5, 0])).toBeNull();
  });

  it('compares each bone with the one that the file has', () => {
    // The file's thigh hangs in both frames.
    const file = new Float32Array([0, 90, 0, 10, 90, 0, 10, 50, 0, 0, 90, 0, 10, 90, 0, 10, 50, 0]);
    const standing = differencesAt(MOTION, SKELETON, FOUND, file, 3, 0);
    expect(standing.map((one) => one.avatar)).toEqual(['left_hip', 'left_knee']);
    expect(standing[1]?.degrees).toBeCloseTo(0);
    const kicked = differencesAt(MOTION, SKELETON, FOUND, file, 3, 1);
    expect(kicked[1]).toMatchObject({ name: 'LEFT_KNEE', joint: 2 });
    expect(kicked[1]?.degrees).toBeCloseTo(90);
  });

  it('passes over joints that the file does not have', () => {
    const file = new Float32Array(18).fill(1);
    const without = FOUND.filter((one) => one.avatar !== 'left_hip');
    expect(differencesAt(MOTION, SKELETON, without, file, 3, 0).map((one) => one.avatar)).toEqual([
      'left_knee',
    ]);
  });
});
