import type { VideoSource } from './types';

const HEAD_S = 4;
/** An index entry of the proxy for one frame and its sound, rounded up. */
const INDEX_BYTES = 24;
const USUAL_BYTES_A_SECOND = 400_000;

export interface Wanted {
  url: string;
  kind: 'frames' | 'peaks' | 'picture' | 'head';
  /** How much of it, from its start; the whole of it if left out. */
  bytes?: number;
}

/** How many bytes of a proxy hold its index and its first four seconds. */
export function headOf({ rate, frames, bytes }: NonNullable<VideoSource['proxy']>): number {
  const [num, den = '1'] = rate.split('/');
  const seconds = frames / (Number(num) / Number(den));
  const aSecond = bytes ? bytes / Math.max(1, seconds) : USUAL_BYTES_A_SECOND;
  const head = Math.ceil(frames * INDEX_BYTES + HEAD_S * aSecond);
  return bytes ? Math.min(bytes, head) : head;
}

/** PL6: what the next videos need before their first picture, the nearest first; nothing is asked for twice. */
export function wantedOf(sources: readonly VideoSource[], had: ReadonlySet<string>): Wanted[] {
  const found: Wanted[] = [];
  const add = (wanted: Wanted) => {
    if (!had.has(wanted.url) && !found.some((each) => each.url === wanted.url)) found.push(wanted);
  };
  for (const { proxy, frames_url, poster_url, peaks_url, sprite } of sources) {
    if (!proxy || !frames_url) continue;
    add({ url: frames_url, kind: 'frames' });
    if (poster_url) add({ url: poster_url, kind: 'picture' });
    add({ url: proxy.url, kind: 'head', bytes: headOf(proxy) });
    if (peaks_url) add({ url: peaks_url, kind: 'peaks' });
    if (sprite?.sheets[0]) add({ url: sprite.sheets[0], kind: 'picture' });
  }
  return found;
}
