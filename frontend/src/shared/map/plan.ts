/** The room from above: shapes in metres (x to the right, z down) and what stands, looks and walks in it. */
export type Point = readonly [number, number];

export interface MapScene {
  bounds: unknown;
  walls: [number, number, number, number][];
  objects: { name: string; category: string; polygon: Point[]; height: number; marked?: boolean }[];
  navigable_png_url?: string | null;
}

export interface Box {
  x: number;
  z: number;
  width: number;
  depth: number;
}

const MARGIN_M = 0.25;

/** Whatever way the bounds are written, the drawing covers every shape: what lies outside them is shown as well. */
export function extentOf(scene: Pick<MapScene, 'walls' | 'objects'>, also: readonly Point[] = []): Box {
  const points: Point[] = [
    ...scene.walls.flatMap(([x, z, w, d]): Point[] => [
      [x, z],
      [x + w, z + d],
    ]),
    ...scene.objects.flatMap((object) => object.polygon),
    ...also,
  ].filter(([x, z]) => Number.isFinite(x) && Number.isFinite(z));
  if (points.length === 0) return { x: -2, z: -2, width: 4, depth: 4 };
  const xs = points.map(([x]) => x);
  const zs = points.map(([, z]) => z);
  const [x, z] = [Math.min(...xs) - MARGIN_M, Math.min(...zs) - MARGIN_M];
  return { x, z, width: Math.max(...xs) + MARGIN_M - x, depth: Math.max(...zs) + MARGIN_M - z };
}

/** Metres per pixel when the extent is fitted into an element. */
export function scaleOf(box: Box, width: number, height: number): number {
  return Math.max(box.width / Math.max(1, width), box.depth / Math.max(1, height));
}

/** SVG path of a field of view as a wedge on the ground. */
export function wedge([x, z]: Point, yaw: number, hfovDeg: number, reach: number): string {
  const half = (hfovDeg * Math.PI) / 360;
  const edge = (angle: number) =>
    `${round(x + Math.sin(angle) * reach)},${round(z + Math.cos(angle) * reach)}`;
  return `M${round(x)},${round(z)} L${edge(yaw - half)} A${round(reach)},${round(reach)} 0 0 0 ${edge(yaw + half)} Z`;
}

export function polyline(points: readonly Point[]): string {
  return points.map(([x, z]) => `${round(x)},${round(z)}`).join(' ');
}

export function distance([ax, az]: Point, [bx, bz]: Point): number {
  return Math.hypot(bx - ax, bz - az);
}

const round = (value: number) => Math.round(value * 1000) / 1000;
