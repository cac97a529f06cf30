import { useState } from 'react';
import { usePageKeys } from '../keys';
import { playerKeys } from '../player/playerKeys';
import { useClockPart } from '../player/usePlayer';
import { fitted, isWhole, wholeView, zoomed, type View } from './axis';
import { cueBeside } from './cues';
import { readPlayerPreferences, writePlayerPreferences } from './preferences';
import type { Cue } from './types';
import { frameOfEdge } from './spans';
import { useSpans, type SpanEditor, type SpanOptions } from './useSpans';
import type { Video } from './useVideo';

export interface DeskOptions extends SpanOptions {
  cues?: readonly Cue[];
  /** Frames that ↑ and ↓ stop at besides the cuts and the edges. */
  marks?: readonly number[];
  /** The page's own keys rest with these while a cover or a window is open. */
  asleep?: boolean;
}

/** What stage, transport and time line of one video share. One per page; give its component the video's id as key. */
export interface Desk {
  video: Video;
  cues: readonly Cue[];
  editor: SpanEditor;
  view: View;
  setView: (view: View | ((now: View) => View)) => void;
  zoom: (factor: number) => void;
  fit: () => void;
  /** Seconds on the video's own timeline. */
  seekTo: (seconds: number) => void;
  /** Shows the first frame of a cue. */
  seekToCue: (cue: Cue) => void;
  playSpan: () => void;
  large: boolean;
  setLarge: (large: boolean) => void;
  /** PL7: a warning still hides the picture; nothing plays and no key but Enter works until somebody wants to see. */
  covered: boolean;
  uncover: () => void;
}

const NO_CUES: readonly Cue[] = [];
const NO_MARKS: readonly number[] = [];
const CLOSER = 0.5;

export function useDesk(video: Video, options: DeskOptions = {}): Desk {
  const { cues = NO_CUES, marks = NO_MARKS, asleep = false } = options;
  const { clock, table, source } = video;
  const editor = useSpans(video, options);
  const { duration } = table;
  const [view, setView] = useState<View>(() => wholeView(duration));
  const [large, setLarge] = useState(false);
  const [uncovered, setUncovered] = useState<string | null>(null);
  const covered = source.content_warnings.length > 0 && uncovered !== source.id;
  // Re-renders the keys' owner only when there is something else to play.
  useClockPart(clock, (state) => state.loop);

  const now = () => table.seconds(clock.snapshot().frame);
  const seekTo = (seconds: number) => {
    clock.pause();
    clock.seek(table.shownAt(seconds));
  };
  const seekToCue = (cue: Cue) => {
    clock.pause();
    clock.seek(table.inside(cue.start, cue.end).first);
  };
  const zoom = (factor: number) =>
    setView((shown) => {
      const at = now();
      const around = at >= shown.from && at <= shown.to ? at : (shown.from + shown.to) / 2;
      return zoomed(shown, factor, around, duration);
    });
  const span = editor.span ?? editor.spans[0] ?? null;
  const fit = () =>
    setView((shown) => {
      const whole = wholeView(duration);
      if (!span) return whole;
      const close = fitted(table.seconds(span.first), table.seconds(span.end), duration);
      const same = Math.abs(shown.from - close.from) + Math.abs(shown.to - close.to) < 1e-6;
      return same && !isWhole(shown, duration) ? whole : close;
    });
  const playSpan = () => span && clock.playPart({ first: span.first, end: span.end });
  const uncover = () => setUncovered(source.id);
  const toCue = (direction: 1 | -1) => {
    const cue = cueBeside(cues, now(), direction);
    if (cue) seekToCue(cue);
  };
  const nudge = (frames: number) => {
    const { edge } = editor;
    if (edge) editor.move(edge.id, edge.frame + frames);
  };
  const stops = [...(source.cuts ?? []), ...marks, ...editor.edges.map(frameOfEdge)];

  usePageKeys(
    {
      ...playerKeys(clock, stops),
      ...(cues.length > 0 && {
        'subtitle.previous': () => toCue(-1),
        'subtitle.next': () => toCue(1),
        captions: () => writePlayerPreferences({ captions: !readPlayerPreferences().captions }),
      }),
      ...(span && { 'span.play': playSpan }),
      'zoom.in': () => zoom(CLOSER),
      'zoom.out': () => zoom(1 / CLOSER),
      'zoom.fit': fit,
      large: () => setLarge((on) => !on),
      ...(editor.editable && {
        'edge.in': editor.markIn,
        'edge.out': editor.markOut,
        'edge.back': () => nudge(-1),
        'edge.forward': () => nudge(1),
        'edge.back.ten': () => nudge(-10),
        'edge.forward.ten': () => nudge(10),
        'span.remove': editor.remove,
        ...(!options.pageHistory && {
          'edit.undo': () => editor.undo?.(),
          'edit.redo': () => editor.redo?.(),
        }),
      }),
    },
    !covered && !asleep,
  );
  usePageKeys({ uncover }, covered && !asleep);

  return {
    video,
    cues,
    editor,
    view,
    setView,
    zoom,
    fit,
    seekTo,
    seekToCue,
    playSpan,
    large,
    setLarge,
    covered,
    uncover,
  };
}
