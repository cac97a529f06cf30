import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../shared/api/client';
import type { Orbit } from '../../shared/scene3d/orbit';
import { paint } from '../../shared/scene3d/renderer';
import { useOrbit } from '../../shared/scene3d/useOrbit';
import { World } from '../../shared/scene3d/world';
import '../../shared/scene3d/scene3d.css';

/** The room alone, to orbit. */
export function StageView({ url, bounds }: { url: string; bounds: number[][] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const world = useRef<World>(null);
  const [note, setNote] = useState<string | null>('Loading the room');
  const stage = useQuery({
    queryKey: ['bytes', 'stage', url],
    queryFn: () => api.bytes(url),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
    placeholderData: undefined,
  });
  const [low = [0, 0, 0], high = [4, 3, 4]] = bounds;
  const middle = (axis: number) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2;
  const span = Math.hypot((high[0] ?? 0) - (low[0] ?? 0), (high[2] ?? 0) - (low[2] ?? 0));
  const [opening] = useState<Orbit>({
    target: [middle(0), 0.5, middle(2)],
    azimuth: 0.7,
    elevation: 0.85,
    distance: Math.max(3, span * 1.05),
  });
  const orbit = useOrbit(canvas, opening, draw);

  function draw(from: Orbit) {
    const element = canvas.current;
    if (!element || !world.current) return;
    const { scene } = world.current;
    if (
      !paint(
        element,
        scene,
        world.current.lookFrom(from, element.clientWidth / Math.max(1, element.clientHeight)),
      )
    )
      setNote('This browser shows no 3D here. The map is complete without it.');
  }
  useEffect(() => {
    if (!stage.data) return;
    const made = new World();
    let live = true;
    made.addStage(stage.data).then(
      () => {
        if (live) {
          world.current = made;
          setNote(null);
        }
      },
      () => live && setNote('The room could not be shown in 3D.'),
    );
    return () => {
      live = false;
      world.current = null;
      made.dispose();
    };
  }, [stage.data]);
  useEffect(() => draw(orbit.current));
  return (
    <div className="well stageview">
      <canvas
        ref={canvas}
        className="scene3d-canvas"
        role="img"
        tabIndex={0}
        aria-label="The room in 3D; arrow keys turn, plus and minus zoom"
      />
      {(note || stage.isError) && (
        <p className="scene3d-note" role="status">
          {stage.isError ? stage.error.message : note}
        </p>
      )}
    </div>
  );
}
