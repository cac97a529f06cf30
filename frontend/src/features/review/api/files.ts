/** Files of an episode, fetched whole and kept for as long as the pages that show them and the next are likely to need them. */
import type { QueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../shared/api/client';
import { motionQuery } from '../../../shared/scene3d/useMotions';
import type { ClipFrame, EpisodeView, ItemView, MapScene } from './types';

const KEPT_MS = 10 * 60_000;
/** Larger clips are streamed by the browser instead of being held in memory. */
export const WHOLE_CLIP_BYTES = 12 * 1024 * 1024;

const bytesQuery = (url: string) => ({
  queryKey: ['file', url],
  queryFn: () => api.bytes(url),
  staleTime: Infinity,
  gcTime: KEPT_MS,
});
const jsonQuery = <T>(url: string) => ({
  queryKey: ['file', url],
  queryFn: () => api.get<T>(url),
  staleTime: Infinity,
  gcTime: KEPT_MS,
});

export const useBytes = (url: string) => useQuery({ ...bytesQuery(url), placeholderData: undefined });
export const useMap = (url: string) => useQuery({ ...jsonQuery<MapScene>(url), placeholderData: undefined });
export const framesQuery = (url: string) => jsonQuery<{ frames: ClipFrame[] }>(url);

/** A clip as an address that seeks at once: a blob when it is small, else the server's own. */
export function clipQuery(url: string) {
  return {
    queryKey: ['clip', url],
    queryFn: async () => {
      const response = await fetch(url, { credentials: 'same-origin' });
      if (!response.ok) throw new Error(`The clip could not be fetched (${response.status}).`);
      if (Number(response.headers.get('Content-Length') ?? 0) > WHOLE_CLIP_BYTES) {
        await response.body?.cancel();
        return url;
      }
      return URL.createObjectURL(await response.blob());
    },
    staleTime: Infinity,
    gcTime: KEPT_MS,
  };
}

/** Blobs of clips that left the cache are given back. */
export function releaseClips(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((event) => {
    const url: unknown =
      event.type === 'removed' && event.query.queryKey[0] === 'clip' ? event.query.state.data : null;
    if (typeof url === 'string' && url.startsWith('blob:')) URL.revokeObjectURL(url);
  });
}

export function prefetchEpisode(client: QueryClient, episode: EpisodeView): void {
  void client.prefetchQuery(bytesQuery(episode.avatar_url));
  void client.prefetchQuery(bytesQuery(episode.scene.stage_url));
  void client.prefetchQuery(jsonQuery(episode.scene.map_url));
  for (const person of episode.people) void client.prefetchQuery(motionQuery(person.motion_url));
  for (const clip of episode.clips) {
    void client.prefetchQuery(clipQuery(clip.video_url));
    void client.prefetchQuery(framesQuery(clip.frames_url));
    if (clip.poster_url) new Image().src = clip.poster_url;
  }
}

/** The clip whole; everything else is fetched by the bench that waits behind the one on screen. */
export function prefetchItem(client: QueryClient, { clip }: ItemView): void {
  if (clip) void client.prefetchQuery(clipQuery(clip.video_url));
}
