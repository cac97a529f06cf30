/** Camera around a target: pure arithmetic, so that mouse, keys and "view through this camera" share one home. */
export interface Orbit {
  target: [number, number, number];
  azimuth: number;
  elevation: number;
  distance: number;
}

const LOWEST = -0.05;
const HIGHEST = 1.5;
const NEAREST_M = 0.6;
const FARTHEST_M = 40;

const between = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

export function turn(orbit: Orbit, azimuth: number, elevation: number): Orbit {
  return {
    ...orbit,
    azimuth: orbit.azimuth + azimuth,
    elevation: between(orbit.elevation + elevation, LOWEST, HIGHEST),
  };
}

export function zoom(orbit: Orbit, factor: number): Orbit {
  return { ...orbit, distance: between(orbit.distance * factor, NEAREST_M, FARTHEST_M) };
}

export function eyeOf({ target, azimuth, elevation, distance }: Orbit): [number, number, number] {
  const flat = Math.cos(elevation) * distance;
  return [
    target[0] + Math.sin(azimuth) * flat,
    target[1] + Math.sin(elevation) * distance,
    target[2] + Math.cos(azimuth) * flat,
  ];
}

/** Looks at the person from above and off to the side of the line on which the robot stands. */
export function openingOrbit(
  person: readonly number[],
  robot: readonly number[] | null,
  span: number,
): Orbit {
  const [px = 0, , pz = 0] = person;
  const azimuth = robot ? Math.atan2((robot[0] ?? 0) - px, (robot[2] ?? 0) - pz) + 0.9 : 0.7;
  return { target: [px, 0.8, pz], azimuth, elevation: 0.62, distance: between(span * 0.85, 4, 14) };
}

export const KEY_TURN = 0.12;

/** Arrow keys turn, plus and minus zoom; null for any other key. */
export function orbitKey(orbit: Orbit, key: string): Orbit | null {
  switch (key) {
    case 'ArrowLeft':
      return turn(orbit, -KEY_TURN, 0);
    case 'ArrowRight':
      return turn(orbit, KEY_TURN, 0);
    case 'ArrowUp':
      return turn(orbit, 0, KEY_TURN);
    case 'ArrowDown':
      return turn(orbit, 0, -KEY_TURN);
    case '+':
    case '=':
      return zoom(orbit, 0.88);
    case '-':
      return zoom(orbit, 1 / 0.88);
    default:
      return null;
  }
}
