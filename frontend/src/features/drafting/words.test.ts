import { describe, expect, it } from 'vitest';
import {
  done,
  drafterWords,
  isUnanswered,
  money,
  progressWords,
  sendsWords,
  shownWords,
  taskWord,
  unanswered,
} from './words';

describe('words of drafting', () => {
  it('says money with cents, and small sums with more', () => {
    expect(money(1_234_567, 'USD')).toBe('1.23 USD');
    expect(money(12_345, 'EUR')).toBe('0.0123 EUR');
    expect(money(0, 'USD')).toBe('0.00 USD');
  });

  it('says of a run only what there is', () => {
    expect(progressWords({ proposed: 1 })).toBe('1 draft');
    expect(progressWords({ proposed: 2, refused: 1, windows_not_sent: 3 })).toBe(
      '2 drafts, 1 refused, 3 not sent',
    );
    expect(done({ windows: 5, windows_waiting: 2 })).toBe(3);
  });

  it('says what calls carry, and what was left out and why', () => {
    expect(sendsWords({ clips: 2, sounds: 1, pictures: 0 })).toBe(
      '2 clips (pictures where one is too large), 1 sound, subtitle lines',
    );
    expect(sendsWords({ clips: 0, sounds: 0, pictures: 0 })).toBe('subtitle lines');
    expect(shownWords({ pictures: [], clip: { bytes: 2_000_000 }, sound: { bytes: 32_044 } })).toMatch(
      /^clip, 2.* MB; sound, 32 kB$/,
    );
    expect(shownWords({ pictures: [{ bytes: 9 }], notes: ['The clip is too large.'] })).toBe(
      '1 picture. The clip is too large.',
    );
    expect(shownWords(null)).toBe('');
  });

  it('counts what can be asked for again', () => {
    expect(unanswered({ windows: 9, windows_unanswered: 2, windows_not_sent: 1 })).toBe(3);
    expect(['waiting', 'answered', 'unanswered', 'not_sent'].filter(isUnanswered)).toEqual([
      'unanswered',
      'not_sent',
    ]);
  });

  it('names a task shortly', () => {
    expect(taskWord('emotion cause')).toBe('Cause');
    expect(taskWord('contextual emotion')).toBe('Contextual');
    expect(taskWord('')).toBe('No task yet');
  });

  it('names a drafter by what it does, of whatever version', () => {
    expect(drafterWords('cuts-2')).toBe('cuts and subtitle gaps');
    expect(drafterWords('own-1')).toBe('own-1');
  });
});
