import { expect, it } from 'vitest';
import { AVATAR, posesOf } from './figure2d';
import type { AvatarMotion } from './motion';

const half = Math.SQRT1_2;

function still(turns: Record<string, number[]>): AvatarMotion {
  const rotations = new Float32Array(AVATAR.flatMap(([name]) => turns[name] ?? [0, 0, 0, 1]));
  return {
    fps: 30,
    frames: 1,
    joints: AVATAR.map(([name]) => name),
    rootPositions: new Float32Array([5, 0.93, 7]),
    rotations,
  };
}
const joint = (pose: Float32Array, name: string) => {
  const at = AVATAR.findIndex(([one]) => one === name) * 3;
  return [...pose.subarray(at, at + 3)].map((v) => Math.round(v * 1000) / 1000 + 0);
};

it('stands in the T-pose above the origin, wherever the motion is', () => {
  const pose = posesOf(still({}))(0);
  for (const [name, , rest] of AVATAR) expect(joint(pose, name)).toEqual([...rest]);
});

it('turns what hangs below a joint with it', () => {
  // A quarter turn of the left shoulder about z: what pointed along +x (0.53 m to the wrist) now points up.
  const pose = posesOf(still({ left_shoulder: [0, 0, half, half] }))(0);
  expect(joint(pose, 'left_elbow')).toEqual([0.178, 1.675, 0]);
  expect(joint(pose, 'left_wrist')).toEqual([0.178, 1.925, 0]);
  expect(joint(pose, 'right_wrist')).toEqual([-0.708, 1.395, 0]);
});
