import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { visibleRange } from '../lib/window';

const KEPT_AFTER_MS = 150;
const placeOf = (): Record<string, unknown> =>
  typeof history.state === 'object' && history.state !== null ? history.state : {};

/** How far the list of this address was scrolled, kept with the step in the browser's history: Back comes to the same
 * place, a link to the list to its beginning. */
function useKeptPlace(top: number): number {
  const [before] = useState(() => Number(placeOf().listTop) || 0);
  const [address] = useState(() => location.href);
  useEffect(() => {
    const id = setTimeout(() => {
      if (location.href === address && placeOf().listTop !== top)
        history.replaceState({ ...placeOf(), listTop: top }, '');
    }, KEPT_AFTER_MS);
    return () => clearTimeout(id);
  }, [address, top]);
  return before;
}

/** The rows of a scrolling box that are in sight, and a way to bring one there. With `takesFocus` the keys are its. */
export function useWindow(rowHeight: number, total: number, head: number, takesFocus: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800, width: 1000 });
  const measure = useCallback(() => {
    const el = box.current;
    if (!el) return;
    const next = { top: el.scrollTop, height: el.clientHeight, width: el.clientWidth };
    setView((now) =>
      now.top === next.top && now.height === next.height && now.width === next.width ? now : next,
    );
  }, []);
  const before = useKeptPlace(view.top);
  const arrive = useEffectEvent(() => {
    if (!box.current) return;
    box.current.scrollTop = before;
    if (takesFocus) box.current.focus({ preventScroll: true });
  });
  useLayoutEffect(() => arrive(), []);
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
