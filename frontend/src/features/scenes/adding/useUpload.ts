import { useCallback, useEffect, useRef, useState } from 'react';
import { upload } from '../../../shared/api/upload';
import type { SceneUpload } from './api';
import { toSend } from './pack';

export interface Sending {
  name: string;
  size: number;
  sent: number;
  isPacking: boolean;
}

/** Sends one scene file, and tells how far it is; a folder is packed first. */
export function useUpload(slug: string) {
  const [sending, setSending] = useState<Sending | null>(null);
  const [done, setDone] = useState<SceneUpload | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const transfer = useRef<AbortController | null>(null);
  const forget = useCallback(() => {
    transfer.current?.abort();
    setSending(null);
    setDone(null);
    setError(null);
  }, []);
  useEffect(() => () => transfer.current?.abort(), []);
  const send = useCallback(
    async (files: File[]) => {
      forget();
      const control = new AbortController();
      transfer.current = control;
      const size = files.reduce((sum, file) => sum + file.size, 0);
      const name = files[0]?.name ?? '';
      setSending({ name, size, sent: 0, isPacking: files.length > 1 });
      try {
        const file = await toSend(files);
        if (!file || control.signal.aborted) return;
        const of = { name: file.name, size: file.size, isPacking: false };
        setSending({ ...of, sent: 0 });
        const kept = await upload<SceneUpload>(`/projects/${slug}/scenes/uploads`, file, {
          signal: control.signal,
          onProgress: (sent) => setSending({ ...of, sent: Math.min(sent, file.size) }),
        });
        setDone(kept);
      } catch (problem) {
        if (!control.signal.aborted)
          setError(problem instanceof Error ? problem : new Error('The file could not be read.'));
      } finally {
        if (transfer.current === control) setSending(null);
      }
    },
    [slug, forget],
  );
  return { sending, done, error, send, forget };
}
