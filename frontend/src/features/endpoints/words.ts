/** Calls, attempts and money in words. */
import { count } from '../../shared/lib/format';
import type { Tone } from '../../shared/ui/chips';

export const MEDIA: Record<string, string> = { frames: 'Frames', video: 'Video', audio: 'Audio' };

export const OUTCOMES: Record<string, string> = {
  ok: 'Answered',
  refused: 'Refused',
  truncated: 'Cut off',
  empty: 'Empty',
  unparsed: 'Not readable',
  api_error: 'No answer',
};

const STATES: Record<string, string> = {
  queued: 'Waiting',
  sending: 'On its way',
  answered: 'Answered',
  failed: 'Failed',
  withheld: 'Not sent: rights',
};

export const STATE_NAMES = Object.entries(STATES).map(([value, label]) => ({ value, label }));
export const OUTCOME_NAMES = Object.entries(OUTCOMES).map(([value, label]) => ({ value, label }));
export const FLAG_NAMES = [
  { value: 'possibly_billed', label: 'Possibly billed' },
  { value: 'unknown', label: 'Outcome unknown' },
  { value: 'other_model', label: 'Another model answered' },
];

/** One word for what a call is: how it ended where it has, else where it stands. */
export function callWord(state: string, outcome: string): { word: string; tone: Tone } {
  if (state === 'answered') return { word: 'Answered', tone: 'ok' };
  if (state === 'failed') return { word: OUTCOMES[outcome] ?? 'Failed', tone: 'no' };
  if (state === 'withheld') return { word: STATES.withheld!, tone: 'warn' };
  return { word: STATES[state] ?? state, tone: 'wait' };
}

/** What a code in the column of the HTTP status says. */
export function codeWord(code: number | null): string {
  if (code === null) return 'unknown';
  if (code === 0) return 'not connected';
  if (code === -1) return 'broken off';
  return String(code);
}

/** An amount as it was counted: at least two digits after the point, no zeros behind what is known. */
export function money(amount: string | null, currency: string): string {
  if (amount === null) return 'no limit';
  const [whole = '0', part = ''] = amount.split('.');
  const digits = part.replace(/0+$/, '').padEnd(2, '0');
  return `${count(Number(whole))}.${digits} ${currency}`;
}

/** How much of a limit is used, from 0 to 1; null where there is none. */
export function share(used: string | number, limit: string | number | null): number | null {
  if (limit === null) return null;
  const most = Number(limit);
  return most > 0 ? Math.min(1, Number(used) / most) : 1;
}

/** Seconds between two times; null while the second has not come. */
export function took(from: string, to: string | null): number | null {
  return to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000;
}
