/** Anchors in the room: one glyph per kind, true to size, drawn over the furniture so that none is lost. */
import {
  Box3,
  Box3Helper,
  BufferGeometry,
  ConeGeometry,
  Group,
  Line,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Raycaster,
  SphereGeometry,
  Vector2,
  Vector3,
  type Object3D,
} from 'three';
import type { World } from '../../../shared/scene3d/world';
import { lookOf, type Spot } from './model';
import type { DeskAnchor } from './useAnchorDesk';

const OVER_M = 0.04;
const CIRCLE_POINTS = 40;
const HIDDEN_FROM_PICKING = 'anchors';

export function anchorGroup(anchors: readonly DeskAnchor[], selected: string | null): Group {
  const group = new Group();
  group.name = HIDDEN_FROM_PICKING;
  for (const anchor of anchors) group.add(markOf(anchor, anchor.key === selected));
  return group;
}

function markOf(anchor: DeskAnchor, strong: boolean): Group {
  const mark = new Group();
  mark.userData.key = anchor.key;
  const color = strong ? '#ffffff' : lookOf(anchor.kind).color;
  const line = new LineBasicMaterial({ color, toneMapped: false, depthTest: false });
  const solid = new MeshBasicMaterial({
    color,
    toneMapped: false,
    depthTest: false,
    transparent: true,
    opacity: 0.9,
  });
  if (anchor.kind === 'walkway') {
    mark.add(
      new Line(
        new BufferGeometry().setFromPoints(anchor.path.map(([x, z]) => new Vector3(x, OVER_M, z))),
        line,
      ),
    );
    for (const [x, z] of anchor.path) mark.add(at(new Mesh(new SphereGeometry(0.05), solid), x, OVER_M, z));
    return mark;
  }
  const [x, y, z] = anchor.position;
  mark.position.set(x, y + OVER_M, z);
  mark.rotation.y = anchor.yaw;
  if (anchor.kind === 'free_floor') {
    const circle = Array.from({ length: CIRCLE_POINTS }, (_, k) => {
      const angle = (2 * Math.PI * k) / CIRCLE_POINTS;
      return new Vector3((Math.cos(angle) * anchor.width_m) / 2, 0, (Math.sin(angle) * anchor.width_m) / 2);
    });
    mark.add(
      new LineLoop(new BufferGeometry().setFromPoints(circle), line),
      new Mesh(new SphereGeometry(0.05), solid),
    );
    return mark;
  }
  const door = anchor.kind === 'door';
  const plate = new Mesh(new PlaneGeometry(anchor.width_m, door ? 2 : anchor.length_m), solid.clone());
  (plate.material as MeshBasicMaterial).opacity = 0.4;
  (plate.material as MeshBasicMaterial).side = 2;
  if (door) plate.position.y = 1;
  else plate.rotation.x = -Math.PI / 2;
  const arrow = new Mesh(new ConeGeometry(0.08, 0.22, 12), solid);
  arrow.rotation.x = Math.PI / 2;
  arrow.position.z = (door ? 0 : anchor.length_m / 2) + 0.14;
  mark.add(plate, arrow);
  return mark;
}

/** A box around a thing, seen through everything. */
export function boxAround([low, high]: number[][]): Group {
  const corner = (of: number[] | undefined) => new Vector3(of?.[0], of?.[1], of?.[2]);
  const helper = new Box3Helper(new Box3(corner(low), corner(high)).expandByScalar(0.02), 0xf5cd52);
  Object.assign(helper.material, { depthTest: false, toneMapped: false });
  helper.renderOrder = 1;
  return new Group().add(helper);
}

function at<T extends Object3D>(object: T, x: number, y: number, z: number): T {
  object.position.set(x, y, z);
  return object;
}

export function disposeGroup(group: Group): void {
  group.traverse((node) => {
    const { geometry, material } = node as Mesh;
    geometry?.dispose();
    for (const each of [material].flat()) each?.dispose?.();
  });
}

const caster = new Raycaster();
caster.params.Line.threshold = 0.08;

function castFrom(world: World, canvas: HTMLElement, clientX: number, clientY: number): void {
  const box = canvas.getBoundingClientRect();
  const spot = new Vector2(
    ((clientX - box.left) / box.width) * 2 - 1,
    1 - ((clientY - box.top) / box.height) * 2,
  );
  world.camera.updateMatrixWorld();
  caster.setFromCamera(spot, world.camera);
}

/** The surface under a point of the canvas and the way it faces on the ground, null where it faces up or nothing is. */
export function surfaceUnder(
  world: World,
  canvas: HTMLElement,
  x: number,
  y: number,
): { spot: Spot; yaw: number | null } | null {
  castFrom(world, canvas, x, y);
  const stage = world.scene.children.filter((child) => child.name !== HIDDEN_FROM_PICKING);
  const hit = caster
    .intersectObjects(stage, true)
    .find(({ object }) => object instanceof Mesh && isShown(object));
  if (!hit) return null;
  const normal = hit.face?.normal.clone().transformDirection(hit.object.matrixWorld);
  const upright = normal && Math.abs(normal.y) < 0.5;
  return {
    spot: [hit.point.x, hit.point.y, hit.point.z],
    yaw: upright ? Math.atan2(normal.x, normal.z) : null,
  };
}

/** The anchor under a point of the canvas. */
export function anchorUnder(
  world: World,
  canvas: HTMLElement,
  group: Group,
  x: number,
  y: number,
): string | null {
  castFrom(world, canvas, x, y);
  let node: Object3D | null = caster.intersectObject(group, true)[0]?.object ?? null;
  while (node && !node.userData.key) node = node.parent;
  return (node?.userData.key as string | undefined) ?? null;
}

function isShown(object: Object3D): boolean {
  for (let node: Object3D | null = object; node; node = node.parent) if (!node.visible) return false;
  return true;
}
