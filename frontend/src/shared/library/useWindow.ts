import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { visibleRange } from '../lib/window';

/** The rows of a scrolling box that are in sight, and a way to bring one there. */
export function useWindow(rowHeight: number, total: number, head: number) {
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
