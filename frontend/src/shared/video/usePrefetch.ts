import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { send } from '../api/client';
import { wantedOf, type Wanted } from './prefetch';
import type { VideoSource } from './types';
import { framesQuery, peaksQuery } from './useVideo';

/**
 * Fetches, one after the other, what the next videos need for their first picture, so that changing to one shows it at
 * once. Give it at most two or three, and `ready` once the present one plays.
 */
export function usePrefetch(sources: readonly VideoSource[], ready: boolean): void {
  const client = useQueryClient();
  const had = useRef(new Set<string>());
  const fetchOne = async ({ url, kind, bytes }: Wanted, signal: AbortSignal) => {
    if (kind === 'frames') return client.prefetchQuery(framesQuery(url));
    if (kind === 'peaks') return client.prefetchQuery(peaksQuery(url));
    const headers: Record<string, string> = { Accept: '*/*' };
    if (bytes) headers.Range = `bytes=0-${bytes - 1}`;
    const response = await send(url, { headers, signal });
    await response.arrayBuffer();
  };
  const run = useEffectEvent(async (signal: AbortSignal) => {
    for (const wanted of wantedOf(sources, had.current)) {
      if (signal.aborted) return;
      await fetchOne(wanted, signal);
      had.current.add(wanted.url);
    }
  });
  const key = sources.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (!ready || key === '') return undefined;
    const stop = new AbortController();
    // What cannot be had now is asked for again when it is needed.
    run(stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [key, ready]);
}
