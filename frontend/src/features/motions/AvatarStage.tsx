import { useEffect, useRef, useState } from 'react';
import { GridHelper } from 'three';
import type { Orbit } from '../../shared/scene3d/orbit';
import { paint } from '../../shared/scene3d/renderer';
import { useOrbit } from '../../shared/scene3d/useOrbit';
import type { OrbitLink } from '../../shared/scene3d/useOrbit';
import { decodeMotion } from '../../shared/scene3d/motion';
import { World } from '../../shared/scene3d/world';
import '../../shared/scene3d/scene3d.css';

/** The motion on the avatar, posed at a time in seconds. */
export function AvatarStage({
  avatar,
  motion,
  time,
  label,
  link,
}: {
  avatar: ArrayBuffer;
  motion: ArrayBuffer;
  time: number;
  label: string;
  link?: OrbitLink;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const world = useRef<World>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [ready, setReady] = useState(0);
  const [opening] = useState(() => openingFor(motion));
  const orbit = useOrbit(canvas, opening, draw, link);

  function draw(from: Orbit) {
    const element = canvas.current;
    if (!element || !world.current) return;
    world.current.pose(time);
    if (
      !paint(
        element,
        world.current.scene,
        world.current.lookFrom(from, element.clientWidth / Math.max(1, element.clientHeight)),
      )
    )
      setProblem('This browser shows no 3D here. The numbers and plots below are complete without it.');
  }

  useEffect(() => {
    const made = new World();
    let live = true;
    const build = async () => {
      const decoded = decodeMotion(motion);
      made.scene.add(new GridHelper(12, 24, 0x4a525d, 0x2a2f36));
      await made.addPerson(avatar, decoded, { position: [0, 0, 0], yaw: 0 });
      if (!live) return;
      world.current = made;
      setReady((n) => n + 1);
    };
    build().catch((error: unknown) => {
      if (live) setProblem(error instanceof Error ? error.message : 'The motion could not be shown.');
    });
    return () => {
      live = false;
      world.current = null;
      made.dispose();
    };
  }, [avatar, motion]);
  useEffect(() => {
    if (ready) draw(orbit.current);
  });
  return (
    <>
      <canvas
        ref={canvas}
        className="scene3d-canvas"
        role="img"
        tabIndex={0}
        aria-label={`${label}; arrow keys turn, plus and minus zoom`}
      />
      {problem && (
        <p className="scene3d-note" role="status">
          {problem}
        </p>
      )}
    </>
  );
}

/** Far enough away that the whole way of the motion is in the picture. */
function openingFor(bytes: ArrayBuffer): Orbit {
  const front: Orbit = { target: [0, 0.9, 0], azimuth: 0.6, elevation: 0.25, distance: 3.2 };
  try {
    const { rootPositions: root, frames } = decodeMotion(bytes);
    let [x, z, span] = [0, 0, 0];
    for (let f = 0; f < frames; f += 1) {
      const [fx, fz] = [root[f * 3] ?? 0, root[f * 3 + 2] ?? 0];
      x += fx / frames;
      z += fz / frames;
      span = Math.max(span, Math.hypot(fx - (root[0] ?? 0), fz - (root[2] ?? 0)));
    }
    return { ...front, target: [x, 0.9, z], distance: front.distance + span };
  } catch {
    return front;
  }
}
