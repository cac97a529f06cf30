/** The ground as the server sends it: a small head, then two bytes a cell. */
export interface Ground {
  columns: number;
  rows: number;
  x: number;
  z: number;
  cell: number;
  values: Uint16Array;
}
export type Layer = 'clearance' | 'regions' | 'distance';
export const NOTHING = 0xffff;

export function readGround(bytes: ArrayBuffer): Ground {
  const head = new DataView(bytes);
  const [columns, rows] = [head.getUint32(0, true), head.getUint32(4, true)];
  return {
    columns,
    rows,
    x: head.getFloat32(8, true),
    z: head.getFloat32(12, true),
    cell: head.getFloat32(16, true),
    values: new Uint16Array(bytes, 20, columns * rows),
  };
}

/** The number under a point, null where there is nothing. */
export function valueAt(ground: Ground, [x, z]: readonly [number, number]): number | null {
  const column = Math.floor((x - ground.x) / ground.cell);
  const row = Math.floor((z - ground.z) / ground.cell);
  if (column < 0 || row < 0 || column >= ground.columns || row >= ground.rows) return null;
  const value = ground.values[row * ground.columns + column];
  return value === undefined || value === NOTHING ? null : value;
}

/** From dark violet over red to pale yellow: lighter is further, for every kind of sight. */
const HEAT = [
  [43, 15, 84],
  [113, 31, 129],
  [182, 54, 121],
  [238, 96, 93],
  [252, 167, 111],
  [252, 243, 178],
] as const;
const REGION = [
  [79, 202, 176],
  [238, 189, 99],
  [157, 171, 255],
  [255, 157, 117],
  [185, 193, 203],
] as const;

export function colorOf(share: number): readonly [number, number, number] {
  const at = Math.min(0.9999, Math.max(0, share)) * (HEAT.length - 1);
  const low = HEAT[Math.floor(at)] ?? HEAT[0];
  const high = HEAT[Math.floor(at) + 1] ?? low;
  const between = at - Math.floor(at);
  return [0, 1, 2].map((k) => Math.round((low[k] ?? 0) + ((high[k] ?? 0) - (low[k] ?? 0)) * between)) as [
    number,
    number,
    number,
  ];
}

/** The largest value, which the scale ends with: clearance beyond 2 m is all one colour. */
export function farthest(ground: Ground, layer: Layer): number {
  let most = 1;
  for (const value of ground.values) if (value !== NOTHING && value > most) most = value;
  return layer === 'clearance' ? Math.min(200, most) : most;
}

export function paintGround(ground: Ground, layer: Layer): ImageData {
  const image = new ImageData(ground.columns, ground.rows);
  const most = farthest(ground, layer);
  ground.values.forEach((value, at) => {
    if (value === NOTHING) return;
    const [r, g, b] =
      layer === 'regions' ? (REGION[(value - 1) % REGION.length] ?? [110, 110, 110]) : colorOf(value / most);
    image.data.set([r, g, b, layer === 'regions' ? 150 : 205], at * 4);
  });
  return image;
}
