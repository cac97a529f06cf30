import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/client';
import { Journal } from '../../shared/lib/journal';
import { dropMark, keepMark } from './api';
import { inOrder, joined, type KeptMarks, type Mark } from './model/marks';

export interface Marks {
  list: readonly Mark[];
  open: Mark | null;
  change: (mark: Mark) => void;
  remove: (id: string) => void;
  /** Some of them are in this browser only. */
  waiting: boolean;
  error: string | null;
}
const RETRY_MS = 4000;

/** WA6: one's own marks on a video; they survive a lost server and a closed tab. */
export function useMarks(slug: string, video: string, person: string, server: readonly Mark[]): Marks {
  const journal = useMemo(() => new Journal<KeptMarks>(localStorage, `affectory.marks.${person}.`), [person]);
  const [list, setList] = useState<readonly Mark[]>(() => joined(server, journal.read(video)));
  const [kept, setKept] = useState<Pick<KeptMarks, 'changed' | 'removed'>>(
    () => journal.read(video) ?? { changed: [], removed: [] },
  );
  const [error, setError] = useState<string | null>(null);
  const waiting = kept.changed.length + kept.removed.length > 0;

  // One at a time: two requests for one mark could reach the server in the other order, and the older would stay.
  const busy = useRef(false);
  useEffect(() => {
    if (!waiting) {
      journal.forget(video);
      return;
    }
    journal.write(video, { ...kept, saved_at: new Date().toISOString() });
    if (busy.current) return;
    busy.current = true;
    const one = kept.changed[0];
    const gone = kept.removed[0];
    const done = () => {
      busy.current = false;
      setKept((now) => ({
        // Only what was sent: a mark that was changed meanwhile goes out once more.
        changed: now.changed.filter((mark) => mark !== one),
        removed: one ? now.removed : now.removed.filter((id) => id !== gone),
      }));
    };
    const again = () => {
      busy.current = false;
      setKept((now) => ({ ...now }));
    };
    const sent = one ? keepMark(slug, video, one) : dropMark(slug, video, gone!);
    sent.then(
      () => {
        setError(null);
        done();
      },
      (failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure;
        if (failure.offline || failure.status >= 500 || failure.status === 401) {
          setTimeout(again, RETRY_MS);
          return;
        }
        setError(failure.message);
        done();
      },
    );
  }, [journal, kept, waiting, slug, video]);

  return {
    list,
    open: list.find((mark) => mark.end === null) ?? null,
    waiting,
    error,
    change: useCallback((mark) => {
      setList((now) => inOrder([...now.filter((m) => m.id !== mark.id), mark]));
      setKept((now) => ({ ...now, changed: [...now.changed.filter((m) => m.id !== mark.id), mark] }));
    }, []),
    remove: useCallback((id) => {
      setList((now) => now.filter((m) => m.id !== id));
      setKept((now) => ({ changed: now.changed.filter((m) => m.id !== id), removed: [...now.removed, id] }));
    }, []),
  };
}
