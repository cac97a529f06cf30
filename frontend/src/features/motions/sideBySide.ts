/** How far the avatar's bones point elsewhere than the file's: pure arithmetic on one frame of both. */
import type { AvatarMotion } from '../../shared/scene3d/motion';
import type { AvatarJoint, FoundJoint } from './api';

type Vector = [number, number, number];
type Turn = [number, number, number, number];

export interface BoneDifference {
  /** The avatar's joint at the bone's lower end, and the file's. */
  avatar: string;
  joint: number;
  name: string;
  degrees: number | null;
}

const times = (a: Turn, b: Turn): Turn => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

function turned(q: Turn, v: Vector): Vector {
  const [x, y, z] = times(times(q, [...v, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [x, y, z];
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** World positions of the avatar's joints at a frame. */
export function avatarPlaces(
  motion: AvatarMotion,
  skeleton: readonly AvatarJoint[],
  frame: number,
): Vector[] {
  const places: Vector[] = [];
  const turns: Turn[] = [];
  const at = Math.min(Math.max(0, frame), motion.frames - 1);
  skeleton.forEach((joint, i) => {
    const from = (at * skeleton.length + i) * 4;
    const own = [...motion.rotations.subarray(from, from + 4)] as Turn;
    const parent = skeleton[joint.parent];
    const above = turns[joint.parent];
    if (!parent || !above) {
      places.push([...motion.rootPositions.subarray(at * 3, at * 3 + 3)] as Vector);
      turns.push(own);
      return;
    }
    const offset = minus(joint.position as Vector, parent.position as Vector);
    places.push(plus(places[joint.parent] ?? [0, 0, 0], turned(above, offset)));
    turns.push(times(above, own));
  });
  return places;
}

export function angleBetween(a: Vector, b: Vector): number | null {
  const [la, lb] = [Math.hypot(...a), Math.hypot(...b)];
  if (la < 1e-6 || lb < 1e-6) return null;
  const across = Math.hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  return (Math.atan2(across, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) * 180) / Math.PI;
}

/** For every joint of the avatar that the file has, with one above it: how far apart the two bones point. */
export function differencesAt(
  motion: AvatarMotion,
  skeleton: readonly AvatarJoint[],
  found: readonly FoundJoint[],
  positions: Float32Array,
  joints: number,
  frame: number,
): BoneDifference[] {
  const places = avatarPlaces(motion, skeleton, frame);
  const byName = new Map(found.map((one) => [one.avatar, one]));
  const inFile = (joint: number): Vector => {
    const at = (frame * joints + joint) * 3;
    return [...positions.subarray(at, at + 3)] as Vector;
  };
  return skeleton.flatMap((joint, i) => {
    const own = byName.get(joint.name);
    let above = joint.parent;
    while (above >= 0 && !byName.has(skeleton[above]?.name ?? '')) above = skeleton[above]?.parent ?? -1;
    const upper = byName.get(skeleton[above]?.name ?? '');
    if (!own || !upper) return [];
    const [here, there] = [places[i], places[above]];
    const degrees =
      here && there ? angleBetween(minus(here, there), minus(inFile(own.joint), inFile(upper.joint))) : null;
    return [{ avatar: joint.name, joint: own.joint, name: own.name, degrees }];
  });
}
