import { bytes, count, plural, words } from '../../shared/lib/format';
import type { DraftRun } from './api';

export const LEFT_OUT: Record<string, string> = {
  not_ready: 'not prepared, or refused',
  no_right: 'may not be sent to a model',
  has_drafts: 'has drafts already',
  nothing_to_show: 'no subtitles, and nothing else of it that the endpoint takes',
  no_boundary: 'nothing parts it into clips of these lengths',
};

export const WINDOWS: Record<string, string> = {
  waiting: 'Waiting',
  answered: 'Answered',
  unanswered: 'No answer',
  not_sent: 'Not sent',
};

const DRAFTERS: Record<string, string> = { cuts: 'cuts and subtitle gaps', openai: 'a model' };
/** "cuts-1" → "cuts and subtitle gaps"; the id itself where it is of no kind that this page knows. */
export const drafterWords = (id: string): string => DRAFTERS[id.replace(/-\d+$/, '')] ?? id;

/** "emotion cause" → "Cause": all tasks of a clip are about emotions. */
export const taskWord = (type: string): string =>
  type ? words(type.replace(/^emotion /, '').replace(/ emotion$/, '')) : 'No task yet';

export function money(micros: number, currency: string): string {
  const value = micros / 1_000_000;
  const digits = value !== 0 && Math.abs(value) < 0.1 ? 4 : 2;
  return `${value.toFixed(digits)} ${currency}`;
}

/** How far a run is, in one line. */
export function progressWords(counts: Record<string, number>): string {
  const n = (name: string) => counts[name] ?? 0;
  const parts = [plural(n('proposed'), 'draft')];
  if (n('repeated')) parts.push(`${count(n('repeated'))} proposed before`);
  if (n('refused')) parts.push(`${count(n('refused'))} refused`);
  if (n('windows_unanswered')) parts.push(`${count(n('windows_unanswered'))} without an answer`);
  if (n('windows_not_sent')) parts.push(`${count(n('windows_not_sent'))} not sent`);
  return parts.join(', ');
}

export const done = (counts: Record<string, number>): number =>
  (counts.windows ?? 0) - (counts.windows_waiting ?? 0);

export const isAsking = (run: Pick<DraftRun, 'model'>): boolean => run.model !== '';

export const callPath = (slug: string, call: string): string => `/p/${slug}/calls/${call}`;

/** What the calls of a plan carry besides words. */
export function sendsWords(sends: { clips: number; sounds: number; pictures: number }): string {
  const parts = [
    sends.clips > 0 && `${plural(sends.clips, 'clip')} (pictures where one is too large)`,
    sends.pictures > 0 && plural(sends.pictures, 'picture'),
    sends.sounds > 0 && plural(sends.sounds, 'sound'),
  ].filter(Boolean);
  return [...parts, 'subtitle lines'].join(', ');
}

interface Part {
  bytes: number;
}
interface Shown {
  pictures?: readonly Part[];
  clip?: Part;
  sound?: Part;
  notes?: readonly string[];
}

/** What a call carried of its stretch, and what it did not, with the reason. */
export function shownWords(shown: unknown): string {
  const { pictures = [], clip, sound, notes = [] } = (shown ?? {}) as Shown;
  const parts = [
    clip && `clip, ${bytes(clip.bytes)}`,
    pictures.length > 0 && plural(pictures.length, 'picture'),
    sound && `sound, ${bytes(sound.bytes)}`,
  ].filter(Boolean);
  return [parts.join('; '), ...notes].filter(Boolean).join('. ');
}

/** What has no answer can be asked for again: the stretches of these states. */
export const isUnanswered = (state: string): boolean => state === 'unanswered' || state === 'not_sent';

export const unanswered = (counts: Record<string, number>): number =>
  (counts.windows_unanswered ?? 0) + (counts.windows_not_sent ?? 0);
