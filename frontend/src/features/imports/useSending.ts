import { useCallback, useEffect, useRef, useState } from 'react';
import { api, ApiError } from '../../shared/api/client';
import { uploadForm } from '../../shared/api/upload';
import { batches, keyOf, waitBefore, type FileKey } from './sending';

export interface Progress {
  files: number;
  sent: number;
  bytes: number;
  sentBytes: number;
  /** What need not be sent, because it came before. */
  there: number;
  /** Seconds until the next try, where the line is broken. */
  waits: number | null;
}

/** Resolves after so long, or as soon as the browser says that the line is back. */
function lineOrTime(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, 1000 * seconds);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Sends files in batches; what has come is not sent again, and a broken line is waited for. */
export function useSending(slug: string) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  useEffect(() => {
    if (!progress) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [progress]);

  const send = useCallback(
    async (files: readonly File[]): Promise<FileKey[]> => {
      const control = new AbortController();
      stop.current = control;
      const { signal } = control;
      const persist = async <T>(work: () => Promise<T>): Promise<T> => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await work();
          } catch (error) {
            if (!(error instanceof ApiError && error.offline)) throw error;
            const waits = waitBefore(attempt);
            setProgress((p) => p && { ...p, waits });
            await lineOrTime(waits, signal);
            if (signal.aborted) throw new DOMException('Given up', 'AbortError');
            setProgress((p) => p && { ...p, waits: null });
          }
        }
      };
      const keys = files.map(keyOf);
      const bytes = files.reduce((sum, file) => sum + file.size, 0);
      setProgress({ files: files.length, sent: 0, bytes, sentBytes: 0, there: 0, waits: null });
      try {
        const { missing } = await persist(() =>
          api.post<{ missing: number[] }>(
            `/projects/${slug}/imports/staged/missing`,
            { files: keys },
            { signal },
          ),
        );
        const left = missing.map((place) => files[place]!);
        let sent = files.length - left.length;
        let sentBytes = bytes - left.reduce((sum, file) => sum + file.size, 0);
        setProgress((p) => p && { ...p, sent, sentBytes, there: sent });
        for (const batch of batches(left)) {
          const form = new FormData();
          for (const file of batch) form.append('files', file);
          form.append('keys', JSON.stringify(batch.map(keyOf)));
          await persist(() =>
            uploadForm(`/projects/${slug}/imports/staged`, form, {
              signal,
              onProgress: (now) =>
                setProgress((p) => p && { ...p, sentBytes: Math.min(bytes, sentBytes + now) }),
            }),
          );
          sent += batch.length;
          sentBytes += batch.reduce((sum, file) => sum + file.size, 0);
          setProgress((p) => p && { ...p, sent, sentBytes });
        }
        return keys;
      } finally {
        setProgress(null);
      }
    },
    [slug],
  );
  return { progress, send, stop: () => stop.current?.abort() };
}
