import { useCallback, useEffect, useMemo, useRef, type PointerEvent } from 'react';
import { useClockPart } from '../player/usePlayer';
import { currentCue } from './cues';
import { count, plural } from '../lib/format';
import { paintCues, paintCuts, paintCutsBehind, paintRuler, paintSound, paintSprites } from './paint';
import type { SpriteSheets } from './types';
import { useCanvas, type Ink } from './useCanvas';
import type { Desk } from './useDesk';

/** How near a press has to be to a cut, in pixels. */
const REACH = 8;

/** Seconds at which shots begin. */
function useCutTimes({ video: { source, table } }: Desk): readonly number[] {
  return useMemo(
    () => (source.cuts ?? []).filter((frame) => frame < table.length).map((frame) => table.seconds(frame)),
    [source.cuts, table],
  );
}

function Lane({ draw, label }: { draw: (ink: Ink) => void; label?: string }) {
  const [canvas] = useCanvas(draw);
  return label ? (
    <canvas ref={canvas} className="vt-canvas" role="img" aria-label={label} />
  ) : (
    <canvas ref={canvas} className="vt-canvas" aria-hidden />
  );
}

export function RulerLane({ desk }: { desk: Desk }) {
  const { view } = desk;
  const { table } = desk.video;
  const draw = useCallback((ink: Ink) => paintRuler(ink, view, table), [view, table]);
  return <Lane draw={draw} />;
}

export function PictureLane({ desk, sprite }: { desk: Desk; sprite: SpriteSheets }) {
  const { view } = desk;
  const cuts = useCutTimes(desk);
  const sheets = useRef(new Map<string, HTMLImageElement>());
  const askRef = useRef<() => void>(() => undefined);
  const draw = useCallback(
    (ink: Ink) => {
      paintSprites(ink, view, sprite, (index) => {
        const url = sprite.sheets[index];
        if (!url) return null;
        let image = sheets.current.get(url);
        if (!image) {
          image = new Image();
          image.addEventListener('load', () => askRef.current());
          image.src = url;
          sheets.current.set(url, image);
        }
        return image.complete && image.naturalWidth > 0 ? image : null;
      });
      paintCutsBehind(ink, view, cuts, '#fff');
    },
    [view, sprite, cuts],
  );
  const [canvas, ask] = useCanvas(draw);
  useEffect(() => {
    askRef.current = ask;
  });
  return (
    <canvas
      ref={canvas}
      className="vt-canvas well"
      role="img"
      aria-label={`Small pictures of the video, ${count(sprite.times.length)} in all`}
    />
  );
}

export function SoundLane({ desk }: { desk: Desk }) {
  const { view } = desk;
  const { peaks, source } = desk.video;
  const cuts = useCutTimes(desk);
  const draw = useCallback(
    (ink: Ink) => {
      paintCutsBehind(ink, view, cuts);
      if (peaks) paintSound(ink, view, peaks);
    },
    [view, peaks, cuts],
  );
  if (!source.has_audio) return <p className="vt-none">No sound</p>;
  return (
    <>
      <Lane draw={draw} label={peaks ? 'Loudness of the sound' : 'Sound'} />
      {peaks === null && <p className="vt-none">The sound has not been drawn yet</p>}
    </>
  );
}

export function CueLane({ desk }: { desk: Desk }) {
  const { view, cues, video } = desk;
  const { clock, table } = video;
  const cuts = useCutTimes(desk);
  const at = useClockPart(clock, (state) => currentCue(cues, table.seconds(state.frame)));
  const isOn = useClockPart(clock, (state) => (cues[at]?.end ?? 0) > table.seconds(state.frame));
  const current = isOn ? (cues[at]?.id ?? null) : null;
  const draw = useCallback(
    (ink: Ink) => {
      paintCutsBehind(ink, view, cuts);
      paintCues(ink, view, cues, current);
    },
    [view, cues, cuts, current],
  );
  const under = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const seconds = view.from + ((event.clientX - left) / width) * (view.to - view.from);
    return cues.findLast((cue) => cue.start <= seconds && seconds < cue.end);
  };
  return (
    <div
      role="presentation"
      className="vt-cues"
      // A press on a subtitle goes to its first frame; beside one it scrubs like everywhere else.
      onPointerDown={(event) => {
        const cue = under(event);
        if (!cue || desk.covered || event.button !== 0) return;
        event.stopPropagation();
        desk.seekToCue(cue);
      }}
      onPointerMove={(event) => {
        event.currentTarget.title = under(event)?.text ?? '';
      }}
    >
      <Lane draw={draw} label={plural(cues.length, 'subtitle')} />
    </div>
  );
}

export function CutLane({ desk }: { desk: Desk }) {
  const { view, video } = desk;
  const { clock, source } = video;
  const cuts = useCutTimes(desk);
  const draw = useCallback((ink: Ink) => paintCuts(ink, view, cuts), [view, cuts]);
  return (
    <div
      role="presentation"
      className="vt-cues"
      onPointerDown={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        const pixel = (seconds: number) => ((seconds - view.from) / (view.to - view.from)) * width;
        const x = event.clientX - left;
        const near = cuts.findIndex((seconds) => Math.abs(pixel(seconds) - x) <= REACH);
        const frame = source.cuts?.[near];
        if (frame === undefined || desk.covered || event.button !== 0) return;
        event.stopPropagation();
        clock.pause();
        clock.seek(frame);
      }}
    >
      <Lane draw={draw} label={plural(cuts.length, 'cut')} />
    </div>
  );
}
