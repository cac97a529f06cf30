/** The avatar as lines on a flat canvas: quick enough for a list, without anything of the 3D view. */
import type { AvatarMotion } from './motion';

type Vector = readonly [number, number, number];

/** The 22 joints in the T-pose, in metres: name, parent, position. The same as the server's skeleton. */
export const AVATAR: readonly (readonly [string, number, Vector])[] = [
  ['pelvis', -1, [0, 0.93, 0]],
  ['left_hip', 0, [0.092, 0.885, 0]],
  ['right_hip', 0, [-0.092, 0.885, 0]],
  ['spine1', 0, [0, 1.025, 0]],
  ['left_knee', 1, [0.092, 0.482, 0]],
  ['right_knee', 2, [-0.092, 0.482, 0]],
  ['spine2', 3, [0, 1.145, 0]],
  ['left_ankle', 4, [0.092, 0.08, 0]],
  ['right_ankle', 5, [-0.092, 0.08, 0]],
  ['spine3', 6, [0, 1.245, 0]],
  ['left_foot', 7, [0.092, 0.026, 0.125]],
  ['right_foot', 8, [-0.092, 0.026, 0.125]],
  ['neck', 9, [0, 1.445, 0]],
  ['left_collar', 9, [0.045, 1.385, 0]],
  ['right_collar', 9, [-0.045, 1.385, 0]],
  ['head', 12, [0, 1.535, 0.012]],
  ['left_shoulder', 13, [0.178, 1.395, 0]],
  ['right_shoulder', 14, [-0.178, 1.395, 0]],
  ['left_elbow', 16, [0.458, 1.395, 0]],
  ['right_elbow', 17, [-0.458, 1.395, 0]],
  ['left_wrist', 18, [0.708, 1.395, 0]],
  ['right_wrist', 19, [-0.708, 1.395, 0]],
];
const HEAD = 15;
const TURN = 0.6;
const HEIGHT_M = 2.4;
const FLOOR_M = 0.28;

/** Joint positions of one frame relative to the point below the pelvis: J×3. */
export type Poses = (frame: number) => Float32Array;

export function posesOf(motion: AvatarMotion): Poses {
  const joints = AVATAR.length;
  const out = new Float32Array(joints * 3);
  const turns = new Float32Array(joints * 4);
  return (frame) => {
    const at = frame * joints * 4;
    for (let j = 0; j < joints; j += 1) {
      const [, parent, rest] = AVATAR[j]!;
      const own = motion.rotations.subarray(at + j * 4, at + j * 4 + 4);
      if (parent < 0) {
        out.set([0, motion.rootPositions[frame * 3 + 1] ?? rest[1], 0]);
        turns.set(own, 0);
        continue;
      }
      const from = AVATAR[parent]![2];
      const above = turns.subarray(parent * 4, parent * 4 + 4);
      const bone = turned(above, [rest[0] - from[0], rest[1] - from[1], rest[2] - from[2]]);
      for (let axis = 0; axis < 3; axis += 1) out[j * 3 + axis] = (out[parent * 3 + axis] ?? 0) + bone[axis]!;
      turns.set(product(above, own), j * 4);
    }
    return out;
  };
}

export function drawFigure(canvas: HTMLCanvasElement, poses: Poses, frame: number): void {
  const scale = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth * scale, canvas.clientHeight * scale];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen || !width || !height) return;
  const style = getComputedStyle(canvas);
  const metre = height / HEIGHT_M;
  const pose = poses(frame);
  const x = (j: number) =>
    width / 2 + metre * (pose[j * 3]! * Math.cos(TURN) + pose[j * 3 + 2]! * Math.sin(TURN));
  const y = (j: number) => height - metre * (FLOOR_M + pose[j * 3 + 1]!);
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, width, height);
  pen.lineWidth = 0.07 * metre;
  pen.lineCap = 'round';
  for (const right of [true, false]) {
    pen.strokeStyle = right ? '#a9b1bf' : '#7c8698';
    pen.beginPath();
    AVATAR.forEach(([name, parent], j) => {
      if (parent < 0 || name.startsWith('right_') !== right) return;
      pen.moveTo(x(parent), y(parent));
      pen.lineTo(x(j), y(j));
    });
    pen.stroke();
  }
  pen.fillStyle = '#7c8698';
  pen.beginPath();
  pen.arc(x(HEAD), y(HEAD) - 0.08 * metre, 0.11 * metre, 0, 2 * Math.PI);
  pen.fill();
}

/** Quaternions are x, y, z, w. */
function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  const [ax = 0, ay = 0, az = 0, aw = 1] = Array.from(a);
  const [bx = 0, by = 0, bz = 0, bw = 1] = Array.from(b);
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function turned(q: ArrayLike<number>, v: Vector): Vector {
  const [x = 0, y = 0, z = 0, w = 1] = Array.from(q);
  const [a, b, c] = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [v[0] + w * a + y * c - z * b, v[1] + w * b + z * a - x * c, v[2] + w * c + x * b - y * a];
}
