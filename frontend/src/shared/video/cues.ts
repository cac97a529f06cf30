import type { Cue } from './types';

/** Cues stand in the order of the video; several may be on screen at once. */
export function cuesAt(cues: readonly Cue[], seconds: number): Cue[] {
  return cues.filter((cue) => cue.start <= seconds && seconds < cue.end);
}

/** The cue that people would call the current one: the last that has begun. -1 before the first. */
export function currentCue(cues: readonly Cue[], seconds: number): number {
  let low = 0;
  let high = cues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cues[middle]!.start > seconds) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** The cue to jump to: the next that begins later; or the one just gone, from within one the one before it. */
export function cueBeside(cues: readonly Cue[], seconds: number, direction: 1 | -1): Cue | null {
  const now = currentCue(cues, seconds);
  if (direction > 0) return cues[now + 1] ?? null;
  const current = cues[now];
  const before = current && seconds < current.end ? current.start : seconds;
  return cues.findLast((cue, i) => i <= now && cue.start < before) ?? null;
}

/** The cues whose text or speaker has all the words, whatever their case and accents; "U43" finds by id. */
export function findCues(cues: readonly Cue[], text: string): readonly Cue[] {
  const plain = (words: string) => words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const wanted = plain(text).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return cues;
  return cues.filter((cue) => {
    const said = plain(`${cue.speaker ?? ''} ${cue.text}`);
    return wanted.every((word) => said.includes(word)) || wanted[0] === cue.id.toLowerCase();
  });
}
