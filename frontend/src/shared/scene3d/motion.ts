/**
 * AFMO1, the retargeted motion as the server stores and serves it: one line of JSON (padded with blanks so that what
 * follows starts at a multiple of four), root positions F×3, then local rotations F×J×4 (xyzw), float32 little endian.
 */
export interface AvatarMotion {
  fps: number;
  frames: number;
  joints: string[];
  rootPositions: Float32Array;
  rotations: Float32Array;
}

export class MotionFormatError extends Error {}

const NEWLINE = 0x0a;
const LONGEST_HEADER = 65536;

export function decodeMotion(buffer: ArrayBuffer): AvatarMotion {
  const bytes = new Uint8Array(buffer);
  const end = bytes.subarray(0, LONGEST_HEADER).indexOf(NEWLINE);
  if (end < 0) throw new MotionFormatError('The motion file has no header line.');
  const header = parseHeader(new TextDecoder().decode(bytes.subarray(0, end)));
  const start = end + 1;
  const { frames, joints } = header;
  const need = start + 4 * (frames * 3 + frames * joints.length * 4);
  if (start % 4 !== 0 || bytes.byteLength !== need)
    throw new MotionFormatError(`The motion file has ${bytes.byteLength} bytes where ${need} are declared.`);
  return {
    ...header,
    rootPositions: new Float32Array(buffer, start, frames * 3),
    rotations: new Float32Array(buffer, start + frames * 12, frames * joints.length * 4),
  };
}

function parseHeader(line: string): Pick<AvatarMotion, 'fps' | 'frames' | 'joints'> {
  let raw: Record<string, unknown>;
  try {
    raw = JSON.parse(line) as Record<string, unknown>;
  } catch {
    throw new MotionFormatError('The motion file’s header is not JSON.');
  }
  const { format, frames, joints } = raw;
  if (format !== 'AFMO1') throw new MotionFormatError(`Unknown motion format ${String(format)}.`);
  const fps = parseRate(raw.fps);
  if (
    !Number.isInteger(frames) ||
    (frames as number) < 1 ||
    !Array.isArray(joints) ||
    joints.length === 0 ||
    !fps
  )
    throw new MotionFormatError('The motion file’s header lacks frames, joints or fps.');
  return { fps, frames: frames as number, joints: joints.map(String) };
}

/** "30000/1001", "30" or 30. */
function parseRate(value: unknown): number {
  const [num, den = '1'] = String(value).split('/');
  const fps = Number(num) / Number(den);
  return Number.isFinite(fps) && fps > 0 ? fps : 0;
}

/**
 * The two frames a time lies between and how far along. A motion shorter than the clip is replayed from phase 0, one of
 * two after a ``cycle`` of seconds that both share.
 */
export function phaseAt(
  motion: Pick<AvatarMotion, 'fps' | 'frames'>,
  seconds: number,
  cycle = Infinity,
): [number, number, number] {
  const period = Math.min(motion.frames, cycle * motion.fps);
  const position = (((seconds * motion.fps) % period) + period) % period;
  const near = Math.round(position);
  const whole = near > period - 1e-4 ? 0 : near;
  const snapped = Math.abs(position - near) < 1e-4 ? whole : position;
  const first = Math.floor(snapped);
  return [first, Math.min(first + 1, motion.frames - 1), snapped - first];
}

/** Root track on the ground plane in scene coordinates: x, z per frame. */
export function groundPath(
  motion: AvatarMotion,
  position: readonly [number, number, number],
  yaw: number,
): [number, number][] {
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
  return Array.from({ length: motion.frames }, (_, frame) => {
    const x = motion.rootPositions[frame * 3] ?? 0;
    const z = motion.rootPositions[frame * 3 + 2] ?? 0;
    return [position[0] + cos * x + sin * z, position[2] - sin * x + cos * z];
  });
}

/** Heading of the body about +Y at a frame: where the pelvis' own +Z points, plus the placement's yaw. */
export function headingAt(motion: AvatarMotion, frame: number, yaw: number): number {
  const at = frame * motion.joints.length * 4;
  const [x = 0, y = 0, z = 0, w = 1] = motion.rotations.subarray(at, at + 4);
  const forwardX = 2 * (x * z + w * y);
  const forwardZ = 1 - 2 * (x * x + y * y);
  return yaw + Math.atan2(forwardX, forwardZ);
}
