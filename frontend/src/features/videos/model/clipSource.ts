import type { VideoSource } from '../../../shared/video';
import type { PreparedClip, VideoDetail } from '../api/types';
import { clipName } from './clipNames';

const AHEAD = 2;

/** A prepared clip as the player wants it; its sound and size are those of the video it was cut from. */
export function clipSource(clip: PreparedClip, of: VideoDetail): VideoSource {
  return {
    id: clip.id,
    name: clipName(clip),
    proxy: clip.video_url
      ? { url: clip.video_url, rate: of.proxy?.rate ?? '25/1', frames: clip.frame_count ?? 0 }
      : null,
    frames_url: clip.frames_url,
    peaks_url: null,
    poster_url: clip.poster_url,
    sprite: null,
    cuts: null,
    has_audio: of.has_audio ?? false,
    width: of.width,
    height: of.height,
    // What the video shows was confirmed before the clip could be opened.
    content_warnings: [],
  };
}

/** The clips that are likely to be played next: the newest that are ready, but for the one on screen. */
export function clipsAhead(of: VideoDetail, playing: string | null): VideoSource[] {
  return of.clips
    .filter((clip) => clip.state === 'ready' && clip.id !== playing)
    .slice(0, AHEAD)
    .map((clip) => clipSource(clip, of));
}
