import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { api } from '../../shared/api/client';
import type { Orbit } from '../../shared/scene3d/orbit';
import { paint } from '../../shared/scene3d/renderer';
import { useOrbit } from '../../shared/scene3d/useOrbit';
import { World } from '../../shared/scene3d/world';
import '../../shared/scene3d/scene3d.css';
import { anchorGroup, anchorUnder, boxAround, disposeGroup, surfaceUnder } from './anchors/marks';
import { heading, radians, snapped, TURN_DEG, type Spot } from './anchors/model';
import type { AnchorDesk, DeskAnchor } from './anchors/useAnchorDesk';

interface Props {
  url: string;
  bounds: number[][];
  desk: AnchorDesk;
  shown: readonly DeskAnchor[];
  canEdit: boolean;
  /** The corners of the thing that is pointed out. */
  marked: number[][] | null;
}
const CLICK_PX = 4;

/** The room to orbit, with its anchors. While something is placed, a press puts it on the surface and a drag turns it. */
export default function StageView({ url, bounds, desk, shown, canEdit, marked }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const world = useRef<World>(null);
  const marks = useRef(anchorGroup([], null));
  const pressed = useRef<{ x: number; y: number } | null>(null);
  const [coming, setComing] = useState<{ spot: Spot; yaw: number } | null>(null);
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
  useEffect(() => {
    const room = world.current;
    const ghost: DeskAnchor | null =
      coming && desk.placing
        ? {
            ...{
              key: 'coming',
              id: 'coming',
              kind: desk.placing,
              position: coming.spot,
              yaw: coming.yaw,
              path: [],
            },
            ...{
              width_m: 0.6,
              length_m: 0.45,
              name: '',
              source: 'hand',
              quality: 1,
              created_by: null,
              created_at: '',
            },
          }
        : null;
    const group = anchorGroup(
      ghost ? [...shown, ghost] : shown,
      ghost ? 'coming' : (desk.selected?.key ?? null),
    );
    if (marked) group.add(boxAround(marked));
    room?.scene.add(group);
    marks.current = group;
    draw(orbit.current);
    return () => {
      room?.scene.remove(group);
      disposeGroup(group);
    };
  });

  const under = (event: PointerEvent) =>
    world.current &&
    canvas.current &&
    surfaceUnder(world.current, canvas.current, event.clientX, event.clientY);
  const onPlaceDown = (event: PointerEvent<HTMLDivElement>) => {
    const hit = under(event);
    if (!hit || event.button !== 0) return;
    const [x, z] = snapped([hit.spot[0], hit.spot[2]], event.shiftKey);
    if (desk.placing === 'walkway') return desk.draw([...desk.drawing, [x, z]]);
    event.currentTarget.setPointerCapture(event.pointerId);
    const toEye = ((orbit.current.azimuth * 180) / Math.PI / TURN_DEG) | 0;
    setComing({ spot: [x, hit.spot[1], z], yaw: hit.yaw ?? radians(toEye * TURN_DEG) });
  };
  const onPlaceMove = (event: PointerEvent<HTMLDivElement>) => {
    const hit = coming && under(event);
    if (!hit) return;
    const yaw = heading([coming.spot[0], coming.spot[2]], [hit.spot[0], hit.spot[2]], event.shiftKey);
    if (yaw !== null) setComing({ ...coming, yaw });
  };
  const onPlaceUp = () => {
    if (coming && desk.placing) desk.place(desk.placing, coming.spot, coming.yaw);
    setComing(null);
  };
  const onPick = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = pressed.current;
    pressed.current = null;
    if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_PX) return;
    if (world.current && canvas.current)
      desk.select(anchorUnder(world.current, canvas.current, marks.current, event.clientX, event.clientY));
  };
  return (
    <div className="well stageview">
      <canvas
        ref={canvas}
        className="scene3d-canvas"
        role="img"
        tabIndex={0}
        aria-label="The room in 3D with its anchors; arrow keys turn, plus and minus zoom"
        onPointerDown={(event) => {
          pressed.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerUp={onPick}
      />
      {canEdit && desk.placing && (
        <div
          className="placeover"
          onPointerDown={onPlaceDown}
          onPointerMove={onPlaceMove}
          onPointerUp={onPlaceUp}
          onDoubleClick={() => desk.placing === 'walkway' && desk.endDrawing()}
        />
      )}
      {(note || stage.isError) && (
        <p className="scene3d-note" role="status">
          {stage.isError ? stage.error.message : note}
        </p>
      )}
    </div>
  );
}
