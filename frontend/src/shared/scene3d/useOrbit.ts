import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { orbitKey, turn, zoom } from './orbit';
import type { Orbit } from './orbit';

const RADIANS_PER_PIXEL = 0.008;

/** Views that turn and zoom together, each around its own target. */
export class OrbitLink {
  private readonly views = new Set<(moved: Orbit) => void>();

  join(view: (moved: Orbit) => void): () => void {
    this.views.add(view);
    return () => this.views.delete(view);
  }

  move(to: Orbit): void {
    for (const view of this.views) view(to);
  }
}

/** Whether the wheel over it would scroll what it stands in. */
function scrollsAround(element: Element): boolean {
  for (let around = element.parentElement; around; around = around.parentElement)
    if (
      around.scrollHeight > around.clientHeight + 1 &&
      ['auto', 'scroll'].includes(getComputedStyle(around).overflowY)
    )
      return true;
  return false;
}

/** Drag to orbit, wheel to zoom, arrows and plus/minus when focused. On a page that scrolls, the wheel zooms once the
 *  view has the focus, or with Ctrl: who scrolls past it gets past it. Redraws on resize. */
export function useOrbit(
  canvas: RefObject<HTMLCanvasElement | null>,
  opening: Orbit,
  draw: (orbit: Orbit) => void,
  link?: OrbitLink,
): RefObject<Orbit> {
  const orbit = useRef(opening);
  const redraw = useEffectEvent(() => draw(orbit.current));
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const take = ({ azimuth, elevation, distance }: Orbit) => {
      orbit.current = { ...orbit.current, azimuth, elevation, distance };
      redraw();
    };
    const leave = link?.join(take);
    const set = (next: Orbit) => (link ? link.move(next) : take(next));
    const onMove = (event: PointerEvent) => {
      if (element.hasPointerCapture(event.pointerId))
        set(turn(orbit.current, -event.movementX * RADIANS_PER_PIXEL, event.movementY * RADIANS_PER_PIXEL));
    };
    const onDown = (event: PointerEvent) => element.setPointerCapture(event.pointerId);
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && document.activeElement !== element && scrollsAround(element)) return;
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
      leave?.();
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('keydown', onKey);
      resized.disconnect();
    };
  }, [canvas, link]);
  return orbit;
}
