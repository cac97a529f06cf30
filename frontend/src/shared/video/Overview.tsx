import { useCallback, type PointerEvent } from 'react';
import { moved, wholeView, within } from './axis';
import { paintSound } from './paint';
import { spokenTime } from './times';
import { useCanvas, type Ink } from './useCanvas';
import type { Desk } from './useDesk';

/** The whole video; the box is what the lanes below show. Drag the box, or move it with the arrow keys. */
export function Overview({ desk }: { desk: Desk }) {
  const { view, setView, editor, video } = desk;
  const { table, peaks } = video;
  const { duration } = table;
  const whole = wholeView(duration);
  const { spans } = editor;
  const draw = useCallback(
    (ink: Ink) => {
      const { g, width, height, colour } = ink;
      if (peaks) paintSound(ink, wholeView(duration), peaks, '--line-2');
      g.fillStyle = colour('--ac');
      for (const span of spans) {
        const left = (table.seconds(span.first) / duration) * width;
        const right = (table.seconds(span.end) / duration) * width;
        g.fillRect(left, height - 5, Math.max(3, right - left), 4);
      }
    },
    [peaks, spans, table, duration],
  );
  const [canvas] = useCanvas(draw);
  const percent = (seconds: number) => `${(seconds / whole.to) * 100}%`;
  const centre = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * whole.to;
    const half = (view.to - view.from) / 2;
    setView(within({ from: at - half, to: at + half }, duration));
  };
  return (
    <div
      className="vt-whole"
      role="presentation"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        centre(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && centre(event)}
    >
      <canvas ref={canvas} className="vt-canvas" aria-hidden />
      <span
        className="vt-window"
        role="slider"
        tabIndex={0}
        aria-label="Part of the video that is shown"
        aria-valuemin={0}
        aria-valuemax={Math.round(whole.to * 1000) / 1000}
        aria-valuenow={Math.round(view.from * 1000) / 1000}
        aria-valuetext={`${spokenTime(view.from)} to ${spokenTime(view.to)}`}
        style={{ left: percent(view.from), width: percent(view.to - view.from) }}
        onKeyDown={(event) => {
          const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (!direction) return;
          event.preventDefault();
          const part = event.shiftKey ? 1 : 0.1;
          setView((now) => moved(now, direction * part * (now.to - now.from), duration));
        }}
      />
    </div>
  );
}
