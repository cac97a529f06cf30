import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/client';
import { Journal } from '../../shared/lib/journal';
import type { Video } from '../../shared/video';
import { tellPlayed, type Watched } from './api';
import { gapsBetween, merged, shareOf, type Interval } from './model/coverage';
import { Watcher, type Beat, type Outcome, type Told } from './model/watcher';

interface Untold {
  video: string;
  session: string;
  beats: readonly Beat[];
  saved_at: string;
}
/** What is kept of all sessions of one person. */
class Untolds extends Journal<Untold> {
  of(video: string): Untold[] {
    return this.entries().filter((entry) => entry.video === video);
  }
}
export interface Watching {
  intervals: readonly Interval[];
  gaps: readonly Interval[];
  share: number;
  enough: boolean;
  /** Why something that was played did not count, or waits. */
  notice: string | null;
  /** Tells all that was played; true when the server has it. */
  flush: () => Promise<boolean>;
}

const BEAT_MS = 5000;
const SHOW_MS = 400;

/** Counts what is played on this page, and what earlier pages could not tell any more. */
export function useWatching(
  slug: string,
  video: Video,
  person: string,
  start: Watched,
  covered: boolean,
): Watching {
  const { table, clock, source } = video;
  const [told, setTold] = useState<readonly Interval[]>(start.intervals);
  const [mine, setMine] = useState<readonly Interval[]>([]);
  const [notice, setNotice] = useState<string | null>(null);
  const coveredRef = useRef(covered);
  useEffect(() => {
    coveredRef.current = covered;
  });
  const journal = useMemo(() => new Untolds(localStorage, `affectory.watched.${person}.`), [person]);
  const post = useCallback(
    async (what: Told, leaving: boolean): Promise<Outcome> => {
      try {
        const answer = await tellPlayed(slug, source.id, what, leaving);
        setTold((before) => merged([...before, ...answer.intervals]));
        setNotice(answer.no_time_s >= 1 ? NOT_TWICE : null);
        return 'taken';
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const later = error.offline || error.status >= 500 || error.status === 401;
        setNotice(later ? 'Server not reached; what you watch is kept here and told later' : error.message);
        return later ? 'later' : 'refused';
      }
    },
    [slug, source.id],
  );
  const [watcher] = useState(() => {
    const session = crypto.randomUUID();
    let shown = 0;
    const watcher: Watcher = new Watcher({
      session,
      maxSpeed: start.max_speed,
      seconds: (frame) => table.seconds(frame),
      now: () => performance.now(),
      keep: (beats) =>
        beats.length > 0
          ? journal.write(session, {
              video: source.id,
              session,
              beats,
              saved_at: new Date().toISOString(),
            })
          : journal.forget(session),
      tell: post,
      onPlayed: () => {
        const now = performance.now();
        if (now - shown < SHOW_MS) return;
        shown = now;
        setMine(untoldOf(watcher));
      },
    });
    // The session begins when the page does: the server counts wall time from here on.
    void post({ session, beats: [] }, false);
    return watcher;
  });

  const flush = useCallback(async () => {
    const outcome = await watcher.flush();
    // What the server did not count is missing again, and is seen to be.
    setMine(untoldOf(watcher));
    return outcome === 'taken';
  }, [watcher]);
  useEffect(() => {
    const look = () => {
      const { frame, playing, rate } = clock.snapshot();
      const visible = document.visibilityState === 'visible' && !coveredRef.current;
      watcher.see({ frame, playing, rate, visible });
    };
    const tell = () => void flush();
    const leave = () => {
      look();
      if (document.visibilityState === 'hidden') void watcher.flush(true);
    };
    const gone = () => void watcher.flush(true);
    const forget = clock.subscribe(look);
    const beat = setInterval(tell, BEAT_MS);
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('pagehide', gone);
    window.addEventListener('online', tell);
    return () => {
      forget();
      clearInterval(beat);
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('pagehide', gone);
      window.removeEventListener('online', tell);
      void watcher.flush(true);
    };
  }, [clock, watcher, flush]);

  useEffect(() => {
    // What earlier pages played and could not tell.
    const timer = setTimeout(() => {
      for (const { session, beats } of journal.of(source.id))
        void post({ session, beats: [...beats] }, false).then((outcome) => {
          if (outcome !== 'later') journal.forget(session);
        });
    }, 0);
    return () => clearTimeout(timer);
  }, [journal, post, source.id]);

  const intervals = useMemo(() => merged([...told, ...mine]), [told, mine]);
  const share = shareOf(intervals, table.length, (frame) => table.seconds(frame));
  return {
    intervals,
    gaps: useMemo(() => gapsBetween(intervals, table.length), [intervals, table]),
    share,
    enough: share >= start.needed - 1e-9,
    notice,
    flush,
  };
}

const untoldOf = (watcher: Watcher): Interval[] =>
  merged(watcher.untold.map((stretch) => [stretch.first, stretch.end]));

const NOT_TWICE =
  'Some of it did not count: more was played than time has passed. One window at a time counts.';
