/**
 * What is played for an item. A question about one scene plays the clip that was cut for it, whose time starts at 0 and
 * leaves out what lies between its parts; without one, and for a whole video, the video itself is played. Evidence and
 * subtitles are told in seconds of the video, and are moved onto whatever plays.
 */
import { clipCues, type Cue, type VideoSource } from '../../../shared/video';
import type { ItemView } from '../api/types';

export type Plays = 'clip' | 'video';

interface Interval {
  start: number;
  end: number;
}

/** Something to play by itself: a piece of evidence, or what the question is about as a whole. */
export interface Stretch extends Interval {
  id: string;
  name: string;
  /** The reference item it shows; null for none. */
  target: string | null;
  kind: 'evidence' | 'scope';
  /** Where it begins in the video. */
  from: number;
}

export const playsOf = (item: ItemView): Plays => (item.clip ? 'clip' : 'video');

/** The piece of a clip that shows an interval of its video; null where the clip leaves it out. */
export function ontoClip({ start, end }: Interval, segments: readonly Interval[]): Interval | null {
  const pieces = clipCues([{ id: '', start, end, speaker: null, text: '' }], segments);
  const first = pieces[0];
  return first ? { start: first.start, end: pieces.at(-1)!.end } : null;
}

/** Seconds of the video at a second of its clip. */
export function inVideo(seconds: number, segments: readonly Interval[]): number {
  let before = 0;
  for (const { start, end } of segments) {
    if (seconds < before + end - start) return start + Math.max(0, seconds - before);
    before += end - start;
  }
  return segments.at(-1)?.end ?? seconds;
}

const circled = (n: number) => (n <= 20 ? String.fromCodePoint(0x2460 + n - 1) : `${n}`);

/** RV30: what has to run before an item can be accepted: its evidence; where none is given, its clip. */
export function stretchesOf(item: ItemView): Stretch[] {
  const segments = item.clip?.segments ?? null;
  const evidence = item.evidence.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const found = evidence.flatMap(({ start, end, target }, i): Stretch[] => {
    const at = segments ? ontoClip({ start, end }, segments) : { start, end };
    if (!at) return [];
    const name = `Evidence ${circled(i + 1)}`;
    return [{ ...at, id: `evidence-${i + 1}`, name, target, kind: 'evidence', from: start }];
  });
  if (found.length > 0 || item.granularity === 'episode') return found;
  if (item.clip) {
    const whole = { start: 0, end: item.clip.duration_s, from: item.clip.segments[0]?.start ?? 0 };
    return [{ ...whole, id: 'clip', name: 'Clip', target: null, kind: 'scope' }];
  }
  // Not cut: its parts are played from the video.
  return (item.segments ?? []).map(({ start, end }, i, all) => ({
    id: `part-${i + 1}`,
    name: all.length > 1 ? `Part ${i + 1} of the clip` : 'Clip',
    target: null,
    kind: 'scope',
    start,
    end,
    from: start,
  }));
}

/** How long what the question is about lasts; null where that is not known. */
export function secondsOf({ clip, segments, video }: ItemView): number | null {
  if (clip) return clip.duration_s;
  if (segments) return segments.reduce((sum, { start, end }) => sum + end - start, 0);
  return video?.duration_s ?? null;
}

/** The subtitles that belong to what plays, in its time. */
export function cuesOf(item: ItemView): Cue[] {
  const own = item.subtitles.map(({ id, t, speaker, text }) => ({
    id,
    start: t[0],
    end: t[1],
    speaker,
    text,
  }));
  const cues = item.granularity === 'clip' && own.length > 0 ? own : (item.video?.subtitles ?? []);
  return item.clip ? clipCues(cues, item.clip.segments) : [...cues];
}

/** What the player is given. `clipUrl`: the clip as it was fetched whole, or its own address. */
export function sourceOf(item: ItemView, subject: string, clipUrl: string | undefined): VideoSource | null {
  const { clip, video } = item;
  const about = {
    id: subject,
    name: clip ? 'The clip' : 'The video',
    has_audio: video?.has_audio ?? Boolean(video?.peaks_url),
    width: video?.width ?? null,
    height: video?.height ?? null,
    content_warnings: video?.content_warnings ?? [],
  };
  if (clip)
    return {
      ...about,
      proxy: clipUrl === undefined ? null : { url: clipUrl, rate: clip.rate, frames: clip.frame_count },
      frames_url: clip.frames_url,
      peaks_url: null,
      poster_url: clip.poster_url,
      sprite: null,
      cuts: null,
    };
  if (!video) return null;
  return {
    ...about,
    proxy: video.proxy,
    frames_url: video.frames_url,
    peaks_url: video.peaks_url,
    poster_url: video.poster_url ?? null,
    sprite: video.sprite,
    cuts: video.cuts,
  };
}
