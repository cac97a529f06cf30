/** What a prepared clip is called, on screen and as a file. */

import { plural } from '../../../shared/lib/format';
import type { PreparedClip } from '../api/types';

type Named = Pick<PreparedClip, 'title' | 'segments'>;

export const clipName = (clip: Named): string =>
  clip.title || (clip.segments === null ? 'Whole video' : plural(clip.segments.length, 'part'));

/** The video's name stands first, so that clips of several videos lie apart in one folder; an untitled clip says
 * where it begins and ends. */
export function downloadName(video: string, clip: Named): string {
  const stem = video.replace(/^.*[\\/]/, '').replace(/\.[^.]+$/, '');
  const first = clip.segments?.[0];
  const last = clip.segments?.[clip.segments.length - 1];
  const span = first && last && !clip.title ? ` ${first.start}-${last.end} s` : '';
  return `${stem} ${clipName(clip)}${span}.mp4`;
}
