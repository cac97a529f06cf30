import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { visibleRange } from '../lib/window';

/** How far a list was scrolled, by its step in the browser's history. */
const places = new Map<string, { href: string; top: number }>();
const stateOf = (): { list?: string } =>
  typeof history.state === 'object' && history.state !== null ? history.state : {};

/** Back comes to the same place of a list, a link to the list to its beginning. */
function usePlace() {
  const [step] = useState(() => stateOf().list ?? crypto.randomUUID());
  const [path] = useState(location.pathname);
  const [before] = useState(() => {
    const kept = places.get(step);
    return kept?.href === location.href ? kept.top : 0;
  });
  const keep = (top: number) => {
    // The address is the next page's already when a list is drawn once more on the way out.
    if (location.pathname !== path) return;
    if (stateOf().list !== step) history.replaceState({ ...stateOf(), list: step }, '');
    places.set(step, { href: location.href, top });
  };
  return { before, keep };
}

/** The rows of a scrolling box that are in sight, and a way to bring one there. With `takesFocus` the keys are its. */
export function useWindow(
  { where, takesFocus }: { where: string; takesFocus: boolean },
  rowHeight: number,
  total: number,
  head: number,
) {
  const box = useRef<HTMLDivElement>(null);
  const { before, keep } = usePlace();
  const [view, setView] = useState({ top: before, height: 800, width: 1000 });
  const measure = useCallback(() => {
    const el = box.current;
    if (!el) return;
    const next = { top: el.scrollTop, height: el.clientHeight, width: el.clientWidth };
    setView((now) =>
      now.top === next.top && now.height === next.height && now.width === next.width ? now : next,
    );
  }, []);
  useLayoutEffect(() => keep(view.top));
  const asked = useRef(where);
  const arrive = useEffectEvent((wanted: string) => {
    if (!box.current) return;
    // A box that was hidden while another page was on its way has lost its place; another question begins anew.
    box.current.scrollTop = asked.current === wanted ? view.top : 0;
    asked.current = wanted;
    if (takesFocus) box.current.focus({ preventScroll: true });
  });
  useLayoutEffect(() => arrive(where), [where]);
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [measure]);
  const show = (row: number) => {
    const el = box.current;
    if (!el) return;
    const top = row * rowHeight;
    if (top < el.scrollTop) el.scrollTop = top;
    else if (top + rowHeight + head > el.scrollTop + el.clientHeight)
      el.scrollTop = top + rowHeight + head - el.clientHeight;
  };
  return {
    box,
    measure,
    show,
    width: view.width,
    ...visibleRange(view.top, view.height, rowHeight, total, 6),
  };
}
