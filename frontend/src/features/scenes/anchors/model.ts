/** What an anchor is on the page, how it snaps, and the steps that undo goes back through. No React. */
export type Kind = 'seat' | 'door' | 'walkway' | 'free_floor';
export type Spot = readonly [number, number, number];
export type Flat = readonly [number, number];

export interface AnchorValues {
  kind: Kind;
  position: Spot;
  yaw: number;
  width_m: number;
  length_m: number;
  path: readonly Flat[];
  name: string;
}
export interface Anchor extends AnchorValues {
  id: string;
  source: 'rule' | 'hand';
  quality: number;
  created_by: string | null;
  created_at: string;
}
export interface Step {
  key: string;
  before: AnchorValues | null;
  after: AnchorValues | null;
}

export const KINDS = [
  { kind: 'seat', word: 'Seat', plural: 'Seats', color: '#9dabff', binding: 'place.1' },
  { kind: 'door', word: 'Door', plural: 'Doors', color: '#ffb27a', binding: 'place.2' },
  { kind: 'walkway', word: 'Walkway', plural: 'Walkways', color: '#4fcab0', binding: 'place.3' },
  { kind: 'free_floor', word: 'Free floor', plural: 'Free floors', color: '#d4dae2', binding: 'place.4' },
] as const;
export const lookOf = (kind: Kind) => KINDS.find((look) => look.kind === kind) ?? KINDS[0];

export const GRID_M = 0.05;
export const TURN_DEG = 15;
const SEAT_HEIGHT_M = 0.45;

const round = (value: number, step: number) => Number((Math.round(value / step) * step).toFixed(3));

/** To the grid, unless the exact place is asked for. */
export const snapped = ([x, z]: Flat, exact: boolean): Flat =>
  exact ? [round(x, 0.001), round(z, 0.001)] : [round(x, GRID_M), round(z, GRID_M)];

export const degrees = (yaw: number) => Number(((yaw * 180) / Math.PI).toFixed(1));
export const radians = (deg: number) => {
  const turned = ((((deg + 180) % 360) + 360) % 360) - 180;
  return (turned * Math.PI) / 180;
};

/** The way from one point to another, to 15 degrees unless the exact one is asked for; null on the spot. */
export function heading(from: Flat, to: Flat, exact: boolean): number | null {
  const [dx, dz] = [to[0] - from[0], to[1] - from[1]];
  if (Math.hypot(dx, dz) < 0.08) return null;
  const deg = degrees(Math.atan2(dx, dz));
  return radians(exact ? deg : Math.round(deg / TURN_DEG) * TURN_DEG);
}

/** A fresh anchor of a kind; sizes of 0 are filled in by the server. */
export function fresh(kind: Kind, spot: Spot, yaw = 0): AnchorValues {
  const y = kind === 'seat' ? (spot[1] > 0.2 ? round(spot[1], 0.001) : SEAT_HEIGHT_M) : 0;
  return { kind, position: [spot[0], y, spot[2]], yaw, width_m: 0, length_m: 0, path: [], name: '' };
}

export function moved(anchor: AnchorValues, dx: number, dz: number): AnchorValues {
  const [x, y, z] = anchor.position;
  return {
    ...anchor,
    position: [round(x + dx, 0.001), y, round(z + dz, 0.001)],
    path: anchor.path.map(([px, pz]): Flat => [round(px + dx, 0.001), round(pz + dz, 0.001)]),
  };
}

/** A walkway turns about its start. */
export function turned(anchor: AnchorValues, yaw: number): AnchorValues {
  if (anchor.kind !== 'walkway') return { ...anchor, yaw };
  const by = yaw - anchor.yaw;
  const [x0, , z0] = anchor.position;
  return {
    ...anchor,
    yaw,
    path: anchor.path.map(([x, z]): Flat => {
      const [dx, dz] = [x - x0, z - z0];
      return [
        round(x0 + dx * Math.cos(by) + dz * Math.sin(by), 0.001),
        round(z0 - dx * Math.sin(by) + dz * Math.cos(by), 0.001),
      ];
    }),
  };
}

export const valuesOf = ({
  kind,
  position,
  yaw,
  width_m,
  length_m,
  path,
  name,
}: AnchorValues): AnchorValues => ({
  kind,
  position,
  yaw,
  width_m,
  length_m,
  path,
  name,
});

export const titleOf = (anchor: Pick<AnchorValues, 'name' | 'kind'>) =>
  anchor.name || lookOf(anchor.kind).word;

export function describe(anchor: AnchorValues): string {
  const metres = (value: number) => `${value.toFixed(2)} m`;
  if (anchor.kind === 'walkway') return `${metres(anchor.length_m)} long, ${metres(anchor.width_m)} wide`;
  if (anchor.kind === 'seat')
    return `${metres(anchor.position[1])} high, faces ${Math.round(degrees(anchor.yaw))}°`;
  if (anchor.kind === 'door')
    return `${metres(anchor.width_m)} wide, faces ${Math.round(degrees(anchor.yaw))}°`;
  return `${metres(anchor.width_m)} across`;
}

const [LOWEST_SEAT_M, HIGHEST_SEAT_M] = [0.25, 0.75];

/** How high one would sit at a point: the highest thing there that is as high as a seat, 0 where nothing is. */
export function seatHeightAt(things: readonly { bounds: number[][] }[], [x, z]: Flat): number {
  const tops = things.flatMap(({ bounds: [low, high] }) =>
    low && high && x >= low[0]! && x <= high[0]! && z >= low[2]! && z <= high[2]! ? [high[1]!] : [],
  );
  return Math.max(0, ...tops.filter((top) => top >= LOWEST_SEAT_M && top <= HIGHEST_SEAT_M));
}

/** By kind, then by name as people count. */
export function inOrder<T extends AnchorValues>(anchors: readonly T[]): T[] {
  const rank = (anchor: T) => KINDS.findIndex(({ kind }) => kind === anchor.kind);
  return anchors.toSorted(
    (a, b) => rank(a) - rank(b) || titleOf(a).localeCompare(titleOf(b), 'en', { numeric: true }),
  );
}
