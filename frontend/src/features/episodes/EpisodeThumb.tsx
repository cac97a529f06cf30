import type { EpisodeRow } from './api';

/** The first picture of an episode's clip, what a check refused, or the room from above; the clip plays while somebody
 * points at it. */
export function EpisodeThumb({ episode, lively }: { episode: EpisodeRow; lively: boolean }) {
  const { poster_url: poster, video_url: video } = episode;
  return (
    <span className={poster.includes('/map.svg') ? 'thumb' : 'thumb cover'} aria-hidden>
      <img src={poster} alt="" loading="lazy" decoding="async" />
      {video && lively && <video src={video} autoPlay muted loop playsInline disablePictureInPicture />}
    </span>
  );
}
