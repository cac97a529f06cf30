import { describe, expect, it } from 'vitest';
import { wordDiff } from './words';

const shown = (a: string, b: string) =>
  wordDiff(a, b)
    .map((p) => ({ same: p.text, gone: `[-${p.text}-]`, new: `{+${p.text}+}` })[p.kind])
    .join('');

describe('words that went and came', () => {
  it('keeps what is common', () => {
    expect(shown('How does he feel?', 'How does the man feel?')).toBe('How does [-he-]{+the+} {+man +}feel?');
    expect(shown('', 'New.')).toBe('{+New.+}');
    expect(shown('Same, twice.', 'Same, twice.')).toBe('Same, twice.');
  });

  it('stays with words in a long text, and gives up where nearly every one differs', () => {
    const long = 'a b '.repeat(1500);
    expect(wordDiff(long, `${long}c`).map((p) => p.kind)).toEqual(['same', 'new']);
    expect(wordDiff(long, 'c d '.repeat(1500)).map((p) => p.kind)).toEqual(['gone', 'new']);
  });

  it('says where each piece begins', () => {
    expect(wordDiff('a b', 'a c').map((p) => p.at)).toEqual([0, 2, 3]);
  });
});
