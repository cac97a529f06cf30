import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { orbitKey, turn, zoom } from './orbit';
import type { Orbit } from './orbit';

const RADIANS_PER_PIXEL = 0.008;

/** Drag to orbit, wheel to zoom, arrows and plus/minus when focused. Redraws on resize. */
export function useOrbit(
  canvas: RefObject<HTMLCanvasElement | null>,
  opening: Orbit,
  draw: (orbit: Orbit) => void,
): RefObject<Orbit> {
  const orbit = useRef(opening);
  const redraw = useEffectEvent(() => draw(orbit.current));
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const set = (next: Orbit) => {
      orbit.current = next;
      redraw();
    };
    const onMove = (event: PointerEvent) => {
      if (element.hasPointerCapture(event.pointerId))
        set(turn(orbit.current, -event.movementX * RADIANS_PER_PIXEL, event.movementY * RADIANS_PER_PIXEL));
    };
    const onDown = (event: PointerEvent) => element.setPointerCapture(event.pointerId);
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      set(zoom(orbit.current, Math.exp(event.deltaY * 0.001)));
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const next = orbitKey(orbit.current, event.key);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      set(next);
    };
    const resized = new ResizeObserver(() => redraw());
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('keydown', onKey);
    resized.observe(element);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('keydown', onKey);
      resized.disconnect();
    };
  }, [canvas]);
  return orbit;
}
