import { useEffect, useRef, type RefObject } from 'react';

export interface Ink {
  g: CanvasRenderingContext2D;
  width: number;
  height: number;
  /** A colour of the theme by its token, "--ac". */
  colour: (token: string) => string;
}

/** A canvas that is painted sharp in device pixels: again when `draw` is another function, its size or the theme changes. */
export function useCanvas(draw: (ink: Ink) => void): [RefObject<HTMLCanvasElement | null>, () => void] {
  const canvas = useRef<HTMLCanvasElement>(null);
  const request = useRef<() => void>(() => undefined);
  useEffect(() => {
    const element = canvas.current;
    const g = element?.getContext('2d');
    if (!element || !g) return undefined;
    let handle = 0;
    const paint = () => {
      handle = 0;
      const ratio = devicePixelRatio || 1;
      const { clientWidth: width, clientHeight: height } = element;
      const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
      if (element.width !== w || element.height !== h) [element.width, element.height] = [w, h];
      g.setTransform(ratio, 0, 0, ratio, 0, 0);
      g.clearRect(0, 0, width, height);
      const style = getComputedStyle(document.documentElement);
      if (width > 0 && height > 0)
        draw({ g, width, height, colour: (token) => style.getPropertyValue(token).trim() });
    };
    const ask = () => {
      handle ||= requestAnimationFrame(paint);
    };
    request.current = ask;
    paint();
    const sizes = new ResizeObserver(ask);
    try {
      // Told of another screen's density too.
      sizes.observe(element, { box: 'device-pixel-content-box' });
    } catch {
      sizes.observe(element);
    }
    const theme = new MutationObserver(ask);
    theme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    return () => {
      cancelAnimationFrame(handle);
      sizes.disconnect();
      theme.disconnect();
    };
  }, [draw]);
  return [canvas, () => request.current()];
}
