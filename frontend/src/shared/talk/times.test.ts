import { describe, expect, it } from 'vitest';
import { piecesOf } from './times';

const times = (text: string) => piecesOf(text).flatMap((p) => (p.kind === 'time' ? [p.seconds] : []));
const handles = (text: string) => piecesOf(text).flatMap((p) => (p.kind === 'handle' ? [p.handle] : []));

describe('a comment in pieces', () => {
  it('finds times as the player writes them', () => {
    expect(times('See 12:04.3, then 0:59 and 1:02:03.250.')).toEqual([724.3, 59, 3723.25]);
    expect(times('At 12:60, 1:75:00, 12:4, 1.12:04, a12:04 and 12:04:05:06 there is none')).toEqual([]);
    expect(times('(90:00)')).toEqual([5400]);
  });

  it('finds who is meant, as the server does', () => {
    expect(handles('@author, see. @Reviewer-1? (@mara.lee.) x@y.org @ @@z')).toEqual([
      'author',
      'reviewer-1',
      'mara.lee',
    ]);
  });

  it('leaves every letter where it was', () => {
    const text = 'Ä @mara. 12:04.3! end\nnext';
    expect(
      piecesOf(text)
        .map((p) => p.text)
        .join(''),
    ).toBe(text);
    expect(piecesOf(text).map((p) => p.at)).toEqual([0, 2, 7, 9, 16]);
  });
});
