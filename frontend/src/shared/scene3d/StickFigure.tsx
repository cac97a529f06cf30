import { useEffect, useRef } from 'react';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  GridHelper,
  LineBasicMaterial,
  LineSegments,
  PerspectiveCamera,
  Points,
  PointsMaterial,
  Scene,
  Vector3,
} from 'three';
import { eyeOf } from './orbit';
import type { Orbit } from './orbit';
import { paint } from './renderer';
import { useOrbit } from './useOrbit';
import type { OrbitLink } from './useOrbit';
import './scene3d.css';

export interface StickMotion {
  /** F×J×3 world positions in metres. */
  positions: Float32Array;
  joints: readonly { name: string; parent: number }[];
  frames: number;
}

/** Extent over the whole motion, so that the view stands still while the figure moves. */
export function extentOf(positions: Float32Array): {
  centre: [number, number, number];
  span: number;
  floor: number;
} {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 1) {
    const axis = i % 3;
    const value = positions[i] ?? 0;
    if (!Number.isFinite(value)) continue;
    low[axis] = Math.min(low[axis] ?? value, value);
    high[axis] = Math.max(high[axis] ?? value, value);
  }
  if (!Number.isFinite(low[0])) return { centre: [0, 1, 0], span: 2, floor: 0 };
  const middle = (axis: number) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2;
  const sides = [0, 1, 2].map((axis) => (high[axis] ?? 0) - (low[axis] ?? 0));
  return { centre: [middle(0), middle(1), middle(2)], span: Math.max(0.5, ...sides), floor: low[1] ?? 0 };
}

const NEAR_PX = 16;
const STILL_PX = 4;
const JOINT_COLOR = 0x9dabff;

/** The joints as they came in the file: bones as lines, one chosen joint marked; joints can be picked by a click. */
export function StickFigure(props: {
  motion: StickMotion;
  frame: number;
  marked?: number | null;
  label: string;
  link?: OrbitLink;
  /** Joints to be drawn in another colour. */
  colors?: ReadonlyMap<number, number>;
  onPick?: (joint: number) => void;
}) {
  const { motion, frame, marked = null, label, link, colors, onPick } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const figure = useRef<ReturnType<typeof buildFigure>>(null);
  const extent = extentOf(motion.positions);
  const orbit = useOrbit(
    canvas,
    { target: extent.centre, azimuth: 0.6, elevation: 0.25, distance: extent.span * 1.7 },
    draw,
    link,
  );
  const pressed = useRef<{ x: number; y: number } | null>(null);

  function pick(x: number, y: number) {
    const element = canvas.current;
    if (!element || !figure.current || !onPick) return;
    const box = element.getBoundingClientRect();
    const joint = figure.current.nearest(element, x - box.left, y - box.top, frame);
    if (joint !== null) onPick(joint);
  }

  function draw(from: Orbit) {
    if (canvas.current && figure.current) figure.current.paint(canvas.current, from, frame, marked, colors);
  }
  useEffect(() => {
    const built = buildFigure(motion);
    figure.current = built;
    return () => built.dispose();
  }, [motion]);
  useEffect(() => draw(orbit.current));
  return (
    <canvas
      ref={canvas}
      className="scene3d-canvas"
      role="img"
      tabIndex={0}
      aria-label={`${label}; arrow keys turn, plus and minus zoom`}
      onPointerDown={(e) => {
        pressed.current = { x: e.clientX, y: e.clientY };
      }}
      onPointerUp={(e) => {
        const from = pressed.current;
        pressed.current = null;
        if (from && Math.hypot(e.clientX - from.x, e.clientY - from.y) < STILL_PX) pick(e.clientX, e.clientY);
      }}
    />
  );
}

function buildFigure(motion: StickMotion) {
  const scene = new Scene();
  scene.background = new Color(0x15181d);
  const { centre, span, floor } = extentOf(motion.positions);
  const grid = new GridHelper(Math.ceil(span * 2), Math.ceil(span * 2) * 2, 0x4a525d, 0x2a2f36);
  grid.position.set(centre[0], floor, centre[2]);
  scene.add(grid);
  const bones = motion.joints.map((joint, i) => [joint.parent, i] as const).filter(([parent]) => parent >= 0);
  const lines = dynamicGeometry(bones.length * 2);
  const dots = dynamicGeometry(motion.joints.length);
  dots.setAttribute('color', new BufferAttribute(new Float32Array(motion.joints.length * 3), 3));
  const chosen = dynamicGeometry(1);
  const chosenPoint = new Points(
    chosen,
    new PointsMaterial({ color: 0xff8f66, size: 9, sizeAttenuation: false }),
  );
  scene.add(
    new LineSegments(lines, new LineBasicMaterial({ color: 0xdfe3e8 })),
    new Points(dots, new PointsMaterial({ vertexColors: true, size: 6, sizeAttenuation: false })),
    chosenPoint,
  );
  for (const object of scene.children) object.frustumCulled = false;
  const camera = new PerspectiveCamera(40, 1, 0.02, Math.max(60, span * 12));
  const tone = new Color();
  const put = (geometry: BufferGeometry, slot: number, joint: number, frame: number) => {
    const at = (frame * motion.joints.length + joint) * 3;
    const { positions } = motion;
    geometry
      .getAttribute('position')
      .setXYZ(slot, positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0);
  };
  return {
    paint(
      canvas: HTMLCanvasElement,
      orbit: Orbit,
      frame: number,
      marked: number | null,
      colors?: ReadonlyMap<number, number>,
    ) {
      const shown = Math.min(Math.max(0, frame), motion.frames - 1);
      bones.forEach(([parent, child], i) => {
        put(lines, i * 2, parent, shown);
        put(lines, i * 2 + 1, child, shown);
      });
      motion.joints.forEach((_, joint) => {
        put(dots, joint, joint, shown);
        const { r, g, b } = tone.set(colors?.get(joint) ?? JOINT_COLOR);
        dots.getAttribute('color').setXYZ(joint, r, g, b);
      });
      dots.getAttribute('color').needsUpdate = true;
      chosenPoint.visible = marked !== null;
      if (marked !== null) put(chosen, 0, marked, shown);
      for (const geometry of [lines, dots, chosen]) geometry.getAttribute('position').needsUpdate = true;
      camera.position.set(...eyeOf(orbit));
      camera.lookAt(...orbit.target);
      camera.aspect = canvas.clientWidth / Math.max(1, canvas.clientHeight);
      camera.updateProjectionMatrix();
      paint(canvas, scene, camera);
    },
    /** The joint next to a place in the picture, in pixels of the canvas as shown. */
    nearest(canvas: HTMLCanvasElement, x: number, y: number, frame: number): number | null {
      const shown = Math.min(Math.max(0, frame), motion.frames - 1);
      const point = new Vector3();
      let best: number | null = null;
      let least = NEAR_PX;
      motion.joints.forEach((_, joint) => {
        point.fromArray(motion.positions, (shown * motion.joints.length + joint) * 3).project(camera);
        const away = Math.hypot(
          ((point.x + 1) / 2) * canvas.clientWidth - x,
          ((1 - point.y) / 2) * canvas.clientHeight - y,
        );
        if (away < least) [best, least] = [joint, away];
      });
      return best;
    },
    dispose() {
      for (const geometry of [lines, dots, chosen]) geometry.dispose();
      grid.dispose();
    },
  };
}

function dynamicGeometry(points: number): BufferGeometry {
  const geometry = new BufferGeometry();
  const attribute = new BufferAttribute(new Float32Array(points * 3), 3);
  attribute.setUsage(DynamicDrawUsage);
  geometry.setAttribute('position', attribute);
  return geometry;
}
