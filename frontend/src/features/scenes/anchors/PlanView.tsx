import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react';
import '../../../shared/map/map.css';
import { extentOf, polyline, scaleOf } from '../../../shared/map/plan';
import type { SceneMap } from '../api';
import { Glyph } from './Glyph';
import { paintGround, valueAt, type Ground, type Layer } from './layers';
import { fresh, heading, moved, snapped, titleOf, turned, type AnchorValues, type Flat } from './model';
import type { AnchorDesk, DeskAnchor } from './useAnchorDesk';

interface Props {
  map: SceneMap;
  marked: string | null;
  onMark: (name: string) => void;
  desk: AnchorDesk;
  shown: readonly DeskAnchor[];
  canEdit: boolean;
  layer: Layer | null;
  ground: Ground | undefined;
  /** Clearance in centimetres under the pointer. */
  clearance: Ground | undefined;
  measuring: boolean;
  measured: readonly Flat[];
  onMeasure: (point: Flat) => void;
  way: readonly Flat[] | undefined;
  onHover: (words: string | null) => void;
  heightAt: (point: Flat) => number;
}
type Drag =
  { what: 'place'; at: Flat; yaw: number } | { what: 'move' | 'turn'; from: Flat; anchor: DeskAnchor };

const HANDLE_PX = 30;
const same = (a: AnchorValues, b: AnchorValues) =>
  a.yaw === b.yaw && a.position.join() === b.position.join() && a.path.join() === b.path.join();

function useGroundImage(ground: Ground | undefined, layer: Layer | null): string | null {
  return useMemo(() => {
    if (!ground || !layer) return null;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [ground.columns, ground.rows];
    canvas.getContext('2d')?.putImageData(paintGround(ground, layer), 0, 0);
    return canvas.toDataURL();
  }, [ground, layer]);
}

function metresAt(svg: RefObject<SVGSVGElement | null>, event: PointerEvent): Flat {
  const matrix = svg.current?.getScreenCTM()?.inverse();
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return [at.x, at.y];
}

/** The scene from above, to place, move and turn anchors on, and to measure ways. */
export function PlanView(props: Props) {
  const { map, desk, shown, canEdit, layer, ground, clearance, measured, way, heightAt } = props;
  const { ref, width, height } = useElementSize();
  const svg = useRef<SVGSVGElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [pointer, setPointer] = useState<Flat | null>(null);
  const image = useGroundImage(ground, layer);
  const box = useMemo(
    () =>
      extentOf(
        map,
        (map.bounds as number[][]).map(([x = 0, , z = 0]): Flat => [x, z]),
      ),
    [map],
  );
  const px = scaleOf(box, width, height);
  const { placing, selected } = desk;
  const onHover = props.onHover;

  useEffect(() => {
    if (!pointer) return onHover(null);
    const parts = [`x ${pointer[0].toFixed(2)}, z ${pointer[1].toFixed(2)} m`];
    const room = clearance && valueAt(clearance, pointer);
    parts.push(room === null || room === undefined ? 'no floor' : `clearance ${(room / 100).toFixed(2)} m`);
    const far = layer === 'distance' && ground ? valueAt(ground, pointer) : null;
    if (far !== null) parts.push(`${(far / 100).toFixed(2)} m to walk`);
    onHover(parts.join(' · '));
  }, [pointer, clearance, ground, layer, onHover]);

  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const at = metresAt(svg, event);
    if (props.measuring) return props.onMeasure(snapped(at, true));
    if (!canEdit || !placing) return desk.select(null);
    const spot = snapped(at, event.shiftKey);
    if (placing === 'walkway') return desk.draw([...desk.drawing, spot]);
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ what: 'place', at: spot, yaw: 0 });
  };
  const onAnchorDown = (event: PointerEvent, anchor: DeskAnchor, what: 'move' | 'turn') => {
    if (placing || props.measuring || event.button !== 0) return;
    event.stopPropagation();
    desk.select(anchor.key);
    if (!canEdit) return;
    svg.current?.parentElement?.setPointerCapture(event.pointerId);
    setDrag({ what, from: metresAt(svg, event), anchor });
  };
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    const at = metresAt(svg, event);
    setPointer(at);
    if (drag?.what === 'place') {
      const yaw = heading(drag.at, at, event.shiftKey);
      if (yaw !== null) setDrag({ ...drag, yaw });
    } else if (drag) {
      const next = dragged(drag.anchor, drag.what, drag.from, at, event.shiftKey);
      if (next && !same(next, selected ?? drag.anchor)) desk.change(next);
    }
  };
  const onUp = () => {
    if (drag?.what === 'place' && placing)
      desk.place(placing, [drag.at[0], placing === 'seat' ? heightAt(drag.at) : 0, drag.at[1]], drag.yaw);
    else if (drag) desk.settle();
    setDrag(null);
  };

  const [sx, sz] = selected ? [selected.position[0], selected.position[2]] : [0, 0];
  const reach = selected ? HANDLE_PX * px + (selected.kind === 'seat' ? selected.length_m / 2 : 0) : 0;
  const coming =
    drag?.what === 'place' && placing && fresh(placing, [drag.at[0], 0.45, drag.at[1]], drag.yaw);
  return (
    <div
      ref={ref}
      className="map"
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      onPointerLeave={() => setPointer(null)}
      onDoubleClick={() => placing === 'walkway' && desk.endDrawing()}
    >
      {width > 0 && (
        <svg
          ref={svg}
          viewBox={`${box.x} ${box.z} ${box.width} ${box.depth}`}
          width="100%"
          height="100%"
          role="img"
          aria-label="The scene from above with its anchors; the list beside it says the same and can be used by keys"
          className={placing || props.measuring ? 'plan placing' : 'plan'}
        >
          {image && ground && (
            <image
              href={image}
              x={ground.x}
              y={ground.z}
              width={ground.columns * ground.cell}
              height={ground.rows * ground.cell}
              preserveAspectRatio="none"
              style={{ imageRendering: 'pixelated' }}
            />
          )}
          {map.objects.map((object) => (
            <polygon
              key={object.name}
              points={polyline(object.polygon)}
              fill={object.name === props.marked ? '#9dabff' : '#5b6675'}
              opacity={object.name === props.marked ? 0.85 : layer ? 0.35 : 0.5}
              stroke="#7d8897"
              strokeWidth={px}
              onClick={() => !placing && !props.measuring && props.onMark(object.name)}
            >
              <title>{object.name}</title>
            </polygon>
          ))}
          {map.walls.map(([x, z, w, d]) => (
            <rect
              key={`${x} ${z} ${w} ${d}`}
              x={x}
              y={z}
              width={w}
              height={d}
              fill="#9aa3af"
              stroke="#9aa3af"
              strokeWidth={2 * px}
            />
          ))}
          {shown.map((anchor) => (
            <g
              key={anchor.key}
              className={anchor.key === selected?.key ? 'anchor chosen' : 'anchor'}
              onPointerDown={(event) => onAnchorDown(event, anchor, 'move')}
            >
              <title>{titleOf(anchor)}</title>
              <circle cx={anchor.position[0]} cy={anchor.position[2]} r={13 * px} fill="transparent" />
              <Glyph anchor={anchor} px={px} strong={anchor.key === selected?.key} />
            </g>
          ))}
          {selected && (
            <circle
              cx={sx}
              cy={sz}
              r={15 * px}
              fill="none"
              stroke="#fff"
              strokeWidth={1.5 * px}
              pointerEvents="none"
            />
          )}
          {selected && canEdit && selected.kind !== 'free_floor' && (
            <g className="anchor" onPointerDown={(event) => onAnchorDown(event, selected, 'turn')}>
              <title>Drag to turn</title>
              <line
                x1={sx + Math.sin(selected.yaw) * 15 * px}
                y1={sz + Math.cos(selected.yaw) * 15 * px}
                x2={sx + Math.sin(selected.yaw) * reach}
                y2={sz + Math.cos(selected.yaw) * reach}
                stroke="#fff"
                strokeWidth={1.5 * px}
              />
              <circle
                cx={sx + Math.sin(selected.yaw) * reach}
                cy={sz + Math.cos(selected.yaw) * reach}
                r={7 * px}
                fill="#fff"
                stroke="#0e1013"
                strokeWidth={2 * px}
              />
            </g>
          )}
          {coming && <Glyph anchor={{ ...coming, width_m: 0.6, length_m: 0.45 }} px={px} strong />}
          {desk.drawing.length > 0 && (
            <polyline
              points={polyline(pointer ? [...desk.drawing, snapped(pointer, false)] : desk.drawing)}
              fill="none"
              stroke="#4fcab0"
              strokeWidth={3 * px}
              strokeDasharray={`${6 * px} ${4 * px}`}
              pointerEvents="none"
            />
          )}
          {way && (
            <polyline
              points={polyline(way)}
              fill="none"
              stroke="#fff"
              strokeWidth={3 * px}
              pointerEvents="none"
            />
          )}
          {measured.map(([x, z], k) => (
            <g key={`${x} ${z}`} transform={`translate(${x},${z}) scale(${px})`} pointerEvents="none">
              <circle r={9} fill="#fff" stroke="#0e1013" strokeWidth={2} />
              <text y={4} fontSize={11} fontWeight={700} textAnchor="middle" fill="#0e1013">
                {k === 0 ? 'A' : 'B'}
              </text>
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

function dragged(anchor: DeskAnchor, what: 'move' | 'turn', from: Flat, at: Flat, exact: boolean) {
  const [x, , z] = anchor.position;
  if (what === 'turn') {
    const yaw = heading([x, z], at, exact);
    return yaw === null ? null : turned(anchor, yaw);
  }
  const [tx, tz] = snapped([x + at[0] - from[0], z + at[1] - from[1]], exact);
  return Math.hypot(at[0] - from[0], at[1] - from[1]) < 0.02 ? null : moved(anchor, tx - x, tz - z);
}
