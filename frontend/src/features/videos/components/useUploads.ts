import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { api, ApiError } from '../../../shared/api/client';
import { upload } from '../../../shared/api/upload';
import type { Upload } from '../api/types';
import { fileKey, type SentFiles } from '../model/sent';
import { EMPTY_QUEUE, nextOf, reduce, totals, type Item } from '../model/uploads';

/** Sends the files of the queue one by one while the page is open. */
export function useUploads(slug: string, sent: SentFiles) {
  const [queue, dispatch] = useReducer(reduce, EMPTY_QUEUE);
  const [files] = useState(() => new Map<string, File>());
  const transfer = useRef<AbortController | null>(null);
  const next = nextOf(queue);

  useEffect(() => {
    if (next === null) return;
    const file = files.get(next);
    if (!file) return;
    const control = new AbortController();
    transfer.current = control;
    dispatch({ type: 'begin', key: next });
    upload<Upload>(`/projects/${slug}/videos/uploads`, file, {
      signal: control.signal,
      fields: { path: file.webkitRelativePath },
      onProgress: (bytes) => dispatch({ type: 'progress', key: next, sent: bytes }),
    }).then(
      ({ id }) => {
        sent.remember(next, id);
        dispatch({ type: 'done', key: next, upload: id });
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        const known = error instanceof ApiError ? error : null;
        dispatch({
          type: 'fail',
          key: next,
          error: known?.message ?? 'The file could not be read. Choose it again.',
          broken: known?.offline ?? false,
        });
      },
    );
  }, [next, files, sent, slug]);

  useEffect(() => () => transfer.current?.abort(), []);
  const sending = !queue.paused && !totals(queue).settled;
  useEffect(() => {
    if (!sending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [sending]);
  useEffect(() => {
    const resume = () => dispatch({ type: 'resume' });
    window.addEventListener('online', resume);
    return () => window.removeEventListener('online', resume);
  }, []);

  const add = useCallback(
    (chosen: readonly File[], open: ReadonlySet<string>) => {
      const named = chosen.map((file) => {
        const key = fileKey(file);
        files.set(key, file);
        const name = file.webkitRelativePath || file.name;
        const known = sent.find(key);
        return { key, name, size: file.size, upload: known && open.has(known) ? known : undefined };
      });
      dispatch({ type: 'add', files: named });
    },
    [files, sent],
  );
  const pause = useCallback(() => {
    transfer.current?.abort();
    dispatch({ type: 'pause' });
  }, []);
  const remove = useCallback(
    ({ key, phase, upload: id }: Item) => {
      if (phase === 'sending') transfer.current?.abort();
      dispatch({ type: 'remove', key });
      if (!id) return;
      sent.forget([id]);
      // Should this fail, the file waits unused on the server and is in nobody's way.
      api.delete(`/projects/${slug}/videos/uploads/${id}`).catch(() => undefined);
    },
    [sent, slug],
  );
  const forget = useCallback(
    (uploads: readonly string[]) => {
      sent.forget(uploads);
      dispatch({ type: 'forget', uploads });
    },
    [sent],
  );
  return {
    queue,
    add,
    pause,
    remove,
    forget,
    resume: useCallback(() => dispatch({ type: 'resume' }), []),
    retry: useCallback((key: string) => dispatch({ type: 'retry', key }), []),
    /** They belong to a registration now. */
    forgetAll: () => {
      sent.forget(queue.items.flatMap((item) => item.upload ?? []));
      dispatch({ type: 'clear' });
    },
    clear: useCallback(() => {
      transfer.current?.abort();
      dispatch({ type: 'clear' });
    }, []),
  };
}
