import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { spanOf, type Span, type Video } from '../../../shared/video';
import type { ItemView } from '../api/types';
import { stretchesOf, type Stretch } from '../model/itemVideo';

export interface Stretches {
  list: readonly Stretch[];
  /** The same in frames of what plays. */
  spans: readonly Span[];
  /** Share of their frames that has played. */
  share: number;
  play: (id: string) => void;
  /** P: the one after the one played last, from the first again after the last. */
  playNext: () => void;
}

const NO_SPANS: readonly Span[] = [];
const never = () => () => undefined;

/** RV30: the evidence of an item on its video: to be played one after the other, and how much of it has run. */
export function useStretches(
  video: Video | null,
  item: ItemView,
  watched: readonly (readonly [number, number])[],
): Stretches {
  const list = useMemo(() => stretchesOf(item), [item]);
  const spans = useMemo(
    () =>
      video
        ? list.map(({ id, name, target, start, end, kind }): Span => {
            const tone = kind === 'evidence' ? 'evidence' : 'clip';
            return spanOf(
              video.table,
              { start, end },
              { id, name, tone, fixed: true, ...(target && { note: target }) },
            );
          })
        : NO_SPANS,
    [video, list],
  );
  const clock = video?.clock ?? null;
  useEffect(() => {
    for (const [from, to] of watched) clock?.coverage.add(from, to);
  }, [clock, watched]);
  const share = useSyncExternalStore(clock?.subscribe ?? never, () =>
    // Rounded down, so that the page is drawn a hundred times at most; all of it is all of it.
    clock ? Math.floor(100 * clock.coverage.shareOf(spans)) / 100 : 0,
  );
  const last = useRef(-1);
  const playAt = (at: number) => {
    const span = spans[at];
    if (!span || !clock) return;
    last.current = at;
    clock.playPart({ first: span.first, end: span.end });
  };
  return {
    list,
    spans,
    share,
    play: (id) => playAt(spans.findIndex((span) => span.id === id)),
    playNext: () => playAt(spans.length === 0 ? -1 : (last.current + 1) % spans.length),
  };
}
