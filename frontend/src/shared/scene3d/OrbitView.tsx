import { useEffect, useRef, useState } from 'react';
import type { PlayerClock } from '../player/clock';
import { startOf } from '../player/timeline';
import { openingOrbit } from './orbit';
import type { Orbit } from './orbit';
import { paint, sharedRenderer } from './renderer';
import { useOrbit } from './useOrbit';
import { World } from './world';
import type { Placed } from './useMotions';
import type { CameraPose, Viewpoint } from './world';
import './scene3d.css';

export interface ViewpointTrack extends Viewpoint {
  /** One pose for a fixed camera, or one per frame. */
  poses: readonly CameraPose[];
  fps: number;
}

export interface SceneParts {
  stage: ArrayBuffer;
  avatar: ArrayBuffer;
  people: readonly Placed[];
  robot: { position: readonly [number, number, number] } | null;
  viewpoints: readonly ViewpointTrack[];
}

interface Props {
  clock: PlayerClock;
  /** Null while the files are on their way. */
  parts: SceneParts | null;
  chosen: string | null;
  /** A file did not come: there will be no view. */
  failed?: boolean;
  /** Shown where the browser has no WebGL. */
  still?: string | null;
}

const FASTEST_MS = 33;
const SLOWEST_MS = 1500;
/** Pause after a picture, in times of what it cost: the clips come first. */
const REST_PLAYING = 4;
const REST_STILL = 1.5;
const LATEST_START_MS = 1200;

/** The room to orbit while the clips play. It paints a fifth of the time at most, so slow GL never stalls the clips. */
export function OrbitView({ clock, parts, chosen, failed = false, still }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const world = useRef<World>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const painter = useRef({ timer: 0, paintedAt: 0, cost: 0 });
  const [noWebGl] = useState(() => sharedRenderer() === null);
  const opening: Orbit = { target: [0, 0.8, 0], azimuth: 0.7, elevation: 0.62, distance: 7 };
  const orbit = useOrbit(canvas, opening, schedule);

  function draw() {
    const element = canvas.current;
    if (!element || !world.current || element.clientWidth === 0) return;
    const started = performance.now();
    const seconds = startOf(clock.timeline, clock.snapshot().frame);
    world.current.pose(seconds);
    for (const { id, poses, fps } of parts?.viewpoints ?? []) {
      const pose = poses[Math.min(poses.length - 1, Math.round(seconds * fps))];
      if (pose) world.current.moveViewpoint(id, pose);
    }
    paint(
      element,
      world.current.scene,
      world.current.lookFrom(orbit.current, element.clientWidth / Math.max(1, element.clientHeight)),
    );
    painter.current.paintedAt = performance.now();
    painter.current.cost = painter.current.paintedAt - started;
  }

  function schedule() {
    const { timer, paintedAt, cost } = painter.current;
    if (timer) return;
    const rest = cost * (clock.snapshot().playing ? REST_PLAYING : REST_STILL);
    const pause = Math.min(SLOWEST_MS, Math.max(FASTEST_MS, rest));
    painter.current.timer = window.setTimeout(
      () => {
        painter.current.timer = 0;
        requestAnimationFrame(draw);
      },
      Math.max(0, paintedAt + pause - performance.now()),
    );
  }

  useEffect(() => {
    if (!parts || noWebGl) return;
    const built = new World();
    let gone = false;
    const start = () =>
      build(built, parts).then(
        (opened) => {
          if (gone) return;
          world.current = built;
          orbit.current = opened;
          setState('ready');
        },
        () => !gone && setState('failed'),
      );
    const cancel = whenIdle(() => void start());
    return () => {
      gone = true;
      cancel();
      world.current = null;
      built.dispose();
    };
  }, [parts, noWebGl, orbit]);

  useEffect(() => {
    world.current?.emphasise(chosen);
    schedule();
    return clock.subscribe(schedule);
  });
  useEffect(() => () => window.clearTimeout(painter.current.timer), []);

  if (noWebGl || failed || state === 'failed')
    return (
      <>
        {still ? <img className="scene3d-still" src={still} alt="First frame of a clip" /> : null}
        <p className="scene3d-note">
          {noWebGl
            ? 'This browser shows no 3D here. The clips and the map are enough to decide.'
            : 'The 3D view could not be built. The clips and the map are enough to decide.'}
        </p>
      </>
    );
  return (
    <>
      <canvas
        ref={canvas}
        className="scene3d-canvas"
        role="img"
        tabIndex={0}
        data-ready={state === 'ready' ? '' : undefined}
        aria-label="3D view of the room, who is in it and the cameras; arrow keys turn, plus and minus zoom"
      />
      {state === 'loading' && (
        <p className="scene3d-note" role="status">
          Loading the room …
        </p>
      )}
    </>
  );
}

/** The clips and the judgements are on screen before the room is built. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = globalThis.setTimeout(run, 200);
    return () => globalThis.clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run, { timeout: LATEST_START_MS });
  return () => window.cancelIdleCallback(handle);
}

async function build(world: World, parts: SceneParts): Promise<Orbit> {
  await world.addStage(parts.stage);
  for (const { motion, placement } of parts.people) await world.addPerson(parts.avatar, motion, placement);
  if (parts.robot) world.addRobot(parts.robot.position);
  for (const viewpoint of parts.viewpoints) {
    world.addViewpoint(viewpoint);
    if (viewpoint.poses[0]) world.moveViewpoint(viewpoint.id, viewpoint.poses[0]);
  }
  const asked = parts.people.find((one) => one.isAsked) ?? parts.people[0];
  const person = asked?.placement.position ?? [0, 0, 0];
  if (parts.robot) world.addSightLine(parts.robot.position, person);
  const apart = parts.robot
    ? Math.hypot(parts.robot.position[0] - person[0], parts.robot.position[2] - person[2])
    : 4;
  return openingOrbit(person, parts.robot?.position ?? null, apart + 4);
}
