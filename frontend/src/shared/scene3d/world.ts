/** A room, a person moving in it, and the cameras that looked at it: everything the orbit view shows. */
import {
  Box3,
  BufferGeometry,
  CameraHelper,
  CatmullRomCurve3,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Float32BufferAttribute,
  Group,
  HemisphereLight,
  Line,
  LineBasicMaterial,
  LineDashedMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  Quaternion,
  Ray,
  Scene,
  SphereGeometry,
  TubeGeometry,
  Vector3,
} from 'three';
import type { Bone, Material, Object3D } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { clone as cloneSkinned } from 'three/addons/utils/SkeletonUtils.js';
import { groundPath, phaseAt } from './motion';
import type { AvatarMotion } from './motion';
import { eyeOf } from './orbit';
import type { Orbit } from './orbit';
import { cycleOf } from './people';

export interface CameraPose {
  position: readonly [number, number, number];
  yaw: number;
  pitch?: number;
}

export interface Viewpoint {
  id: string;
  color: string;
  hfovDeg: number;
  aspect: number;
}

export interface Placement {
  position: readonly [number, number, number];
  yaw: number;
  /** Of the top. */
  color?: string;
  /** A character with colours of its own wears that top too. */
  coversOwn?: boolean;
  /** Of the way on the floor. */
  pathColor?: string;
}

const HELPERS = 1;
const PATH_COLOR = '#ff8f66';
const FRUSTUM_M = 0.55;
const CEILING_ABOVE_M = 1.9;
const SIDE_M = 0.35;
const WALL_LIKE_M = 0.3;
const TALL_M = 1.3;

interface Person {
  holder: Group;
  bones: (Bone | undefined)[];
  root: Object3D | undefined;
  motion: AvatarMotion;
}

export class World {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40, 16 / 9, 0.05, 120);
  private readonly people: Person[] = [];
  private readonly rigs = new Map<
    string,
    { camera: PerspectiveCamera; helper: CameraHelper; ball: Mesh; viewpoint: Viewpoint }
  >();
  private readonly tall: { node: Mesh; box: Box3 }[] = [];
  private readonly sides: { node: Mesh; axis: 'x' | 'z'; at: number; outside: 1 | -1 }[] = [];
  private readonly from = new Quaternion();
  private readonly to = new Quaternion();

  constructor() {
    this.scene.background = new Color(0x15181d);
    this.scene.add(new HemisphereLight(0xffffff, 0x8a7a66, 1.6));
    const sun = new DirectionalLight(0xfff1dd, 1.9);
    sun.position.set(6, 9, -2);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    Object.assign(sun.shadow.camera, { left: -9, right: 9, top: 9, bottom: -9, near: 1, far: 26 });
    sun.shadow.bias = -0.0006;
    sun.shadow.normalBias = 0.03;
    this.scene.add(sun, sun.target);
    this.camera.layers.enable(HELPERS);
  }

  /** The stage as GLB. Ceilings are not shown, nor what stands on a side of the room that one looks in from. */
  async addStage(glb: ArrayBuffer): Promise<void> {
    const { scene } = await new GLTFLoader().parseAsync(glb, '');
    const lowest = new Vector3();
    scene.traverse((node) => {
      if (!(node instanceof Mesh)) return;
      node.castShadow = node.receiveShadow = true;
      const name = `${node.name} ${node.parent?.name ?? ''}`.toLowerCase();
      if (/ceiling|roof/.test(name) || lowestPoint(node, lowest).y > CEILING_ABOVE_M) node.visible = false;
      if (/wall|ceiling|roof/.test(name)) node.castShadow = false;
    });
    this.scene.add(scene);
    this.sortSides(scene);
  }

  /** Meshes that hug a side of the stage's bounding box: walls, and windows and pictures on them. */
  private sortSides(stage: Group): void {
    stage.traverse((node) => {
      if (!(node instanceof Mesh) || !node.visible) return;
      const box = new Box3().setFromObject(node);
      if (box.max.y - box.min.y > TALL_M) this.tall.push({ node, box: box.expandByScalar(0.1) });
    });
    const whole = new Box3().setFromObject(stage);
    const size = whole.getSize(new Vector3());
    stage.traverse((node) => {
      if (!(node instanceof Mesh) || !node.visible) return;
      const box = new Box3().setFromObject(node);
      const thick = box.getSize(new Vector3());
      for (const axis of ['x', 'z'] as const) {
        if (thick[axis] > SIDE_M || thick[axis] > size[axis] / 4 || thick.y < WALL_LIKE_M) continue;
        if (box.max[axis] < whole.min[axis] + SIDE_M)
          this.sides.push({ node, axis, at: box.max[axis], outside: -1 });
        else if (box.min[axis] > whole.max[axis] - SIDE_M)
          this.sides.push({ node, axis, at: box.min[axis], outside: 1 });
      }
    });
  }

  /** Takes away what one looks in through, and whatever tall thing stands between the eye and a person. */
  private openView(): void {
    const { position } = this.camera;
    for (const { node } of this.tall) node.visible = true;
    for (const { node, axis, at, outside } of this.sides) node.visible = (position[axis] - at) * outside <= 0;
    for (const { root } of this.people) {
      const chest = root?.getWorldPosition(new Vector3()) ?? new Vector3();
      const ray = new Ray(position, chest.clone().sub(position).normalize());
      for (const { node, box } of this.tall) {
        if (box.containsPoint(chest)) continue;
        const hit = ray.intersectBox(box, new Vector3());
        if (hit && hit.distanceTo(position) < chest.distanceTo(position)) node.visible = false;
      }
    }
  }

  async addPerson(avatar: ArrayBuffer, motion: AvatarMotion, placement: Placement): Promise<void> {
    const { scene } = await new GLTFLoader().parseAsync(avatar.slice(0), '');
    const body = cloneSkinned(scene);
    const holder = new Group();
    holder.position.set(placement.position[0], placement.position[1], placement.position[2]);
    holder.rotation.y = placement.yaw;
    body.traverse((node) => {
      if (!(node instanceof Mesh)) return;
      node.castShadow = true;
      node.frustumCulled = false;
      if (placement.color) tint(node, placement.color, placement.coversOwn ?? false);
    });
    holder.add(body);
    this.scene.add(holder);
    const bones = motion.joints.map((name) => body.getObjectByName(name) as Bone | undefined);
    this.people.push({ holder, bones, root: bones[0], motion });
    const path = groundPath(motion, placement.position as [number, number, number], placement.yaw);
    this.addPath(path, placement.pathColor ?? PATH_COLOR);
    this.pose(0);
  }

  /** Where the robot starts, as a small base with a mast. */
  addRobot(position: readonly [number, number, number]): void {
    const robot = new Group();
    const base = new Mesh(
      new CylinderGeometry(0.2, 0.22, 0.28, 28),
      new MeshStandardMaterial({ color: 0x2c3340 }),
    );
    base.position.y = 0.16;
    const mast = new Mesh(
      new CylinderGeometry(0.035, 0.035, 0.85),
      new MeshStandardMaterial({ color: 0x9aa4b2 }),
    );
    mast.position.y = 0.7;
    robot.add(base, mast);
    robot.position.set(position[0], 0, position[2]);
    this.addHelper(robot);
  }

  addViewpoint(viewpoint: Viewpoint): void {
    const vertical = 2 * Math.atan(Math.tan((viewpoint.hfovDeg * Math.PI) / 360) / viewpoint.aspect);
    const camera = new PerspectiveCamera((vertical * 180) / Math.PI, viewpoint.aspect, 0.06, FRUSTUM_M);
    const helper = new CameraHelper(camera);
    const lines = helper.material as LineBasicMaterial;
    Object.assign(lines, { vertexColors: false, toneMapped: false, transparent: true });
    lines.color.set(viewpoint.color);
    const ball = new Mesh(
      new SphereGeometry(0.07),
      new MeshBasicMaterial({ color: viewpoint.color, toneMapped: false }),
    );
    this.addHelper(helper);
    this.addHelper(ball);
    this.rigs.set(viewpoint.id, { camera, helper, ball, viewpoint });
  }

  moveViewpoint(id: string, pose: CameraPose): void {
    const rig = this.rigs.get(id);
    if (!rig) return;
    aim(rig.camera, pose);
    rig.helper.update();
    rig.ball.position.copy(rig.camera.position);
  }

  /** The chosen camera is drawn strongly, the others recede. */
  emphasise(chosen: string | null): void {
    for (const [id, { helper, ball }] of this.rigs) {
      (helper.material as LineBasicMaterial).opacity = id === chosen || chosen === null ? 1 : 0.4;
      ball.scale.setScalar(id === chosen ? 1.35 : 1);
    }
  }

  /** Everybody on one clock. */
  pose(seconds: number): void {
    const cycle = cycleOf(this.people.map(({ motion }) => motion));
    for (const { bones, root, motion } of this.people) {
      const [first, second, between] = phaseAt(motion, seconds, cycle);
      const joints = motion.joints.length;
      bones.forEach((bone, joint) => {
        this.from.fromArray(motion.rotations, (first * joints + joint) * 4);
        this.to.fromArray(motion.rotations, (second * joints + joint) * 4);
        bone?.quaternion.copy(this.from).slerp(this.to, between);
      });
      const at = (frame: number, axis: number) => motion.rootPositions[frame * 3 + axis] ?? 0;
      root?.position.set(
        at(first, 0) + (at(second, 0) - at(first, 0)) * between,
        at(first, 1) + (at(second, 1) - at(first, 1)) * between,
        at(first, 2) + (at(second, 2) - at(first, 2)) * between,
      );
    }
  }

  lookFrom(orbit: Orbit, aspect: number): PerspectiveCamera {
    const [x, y, z] = eyeOf(orbit);
    this.camera.fov = 40;
    this.camera.position.set(x, y, z);
    this.camera.lookAt(...orbit.target);
    return this.fit(aspect);
  }

  dispose(): void {
    this.scene.traverse((node) => {
      const { geometry, material } = node as Mesh<BufferGeometry, Material | Material[]>;
      geometry?.dispose();
      for (const each of [material].flat()) each?.dispose?.();
    });
  }

  private fit(aspect: number): PerspectiveCamera {
    this.openView();
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    return this.camera;
  }

  private addPath(points: readonly [number, number][], color: string): void {
    const every = Math.max(1, Math.floor(points.length / 60));
    const thinned = points.filter((_, i) => i % every === 0 || i === points.length - 1);
    const spots = thinned.map(([x, z]) => new Vector3(x, 0.03, z));
    const length = spots.reduce((sum, spot, i) => sum + (i ? spot.distanceTo(spots[i - 1] ?? spot) : 0), 0);
    if (length < 0.4) return;
    const tube = new TubeGeometry(new CatmullRomCurve3(spots), 90, 0.02, 6);
    this.addHelper(new Mesh(tube, new MeshBasicMaterial({ color, toneMapped: false })));
  }

  /** A dashed line on the floor, as from the robot to the person. */
  addSightLine(from: readonly number[], to: readonly number[]): void {
    const geometry = new BufferGeometry();
    geometry.setAttribute(
      'position',
      new Float32BufferAttribute([from[0] ?? 0, 0.02, from[2] ?? 0, to[0] ?? 0, 0.02, to[2] ?? 0], 3),
    );
    const line = new Line(
      geometry,
      new LineDashedMaterial({ color: 0xe8ebef, dashSize: 0.12, gapSize: 0.1, toneMapped: false }),
    );
    line.computeLineDistances();
    this.addHelper(line);
  }

  private addHelper(object: Object3D): void {
    object.traverse((node) => node.layers.set(HELPERS));
    this.scene.add(object);
  }
}

/** View direction is (sin yaw, 0, cos yaw) raised by pitch; three.js cameras look along their own −Z. */
export function aim(camera: PerspectiveCamera, { position, yaw, pitch = 0 }: CameraPose): void {
  camera.position.set(position[0], position[1], position[2]);
  camera.lookAt(
    position[0] + Math.sin(yaw) * Math.cos(pitch),
    position[1] + Math.sin(pitch),
    position[2] + Math.cos(yaw) * Math.cos(pitch),
  );
  camera.updateMatrixWorld();
}

function lowestPoint(mesh: Mesh, into: Vector3): Vector3 {
  mesh.updateWorldMatrix(true, false);
  mesh.geometry.computeBoundingBox();
  const box = mesh.geometry.boundingBox?.clone().applyMatrix4(mesh.matrixWorld);
  return box ? into.copy(box.min) : into.set(0, 0, 0);
}

/** As the engine does (MO64): the mannequin always wears the top, another avatar only one that somebody is called by. */
function tint(mesh: Mesh, color: string, coversOwn: boolean): void {
  for (const material of [mesh.material].flat()) {
    if (!(material instanceof MeshStandardMaterial) || material.name !== 'top') continue;
    if (material.vertexColors && !coversOwn) continue;
    material.vertexColors = false;
    material.color.set(color);
  }
}
