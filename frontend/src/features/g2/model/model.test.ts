import { describe, expect, it } from 'vitest';
import { gapsBetween, merged, shareOf, shareWords } from './coverage';
import { distance, neededGap, roomsBetween, tie, tiedTo, widest } from './evidence';
import { joined, meantFrame, press, type Mark } from './marks';

const ev = (start: number, end: number, item: string | null = null) => ({ start, end, item });
const mark = (id: string, first: number, end: number | null): Mark => ({ id, first, end, note: '' });
const tenth = (frame: number) => frame / 10;

describe('coverage as the page draws it', () => {
  it('joins what touches and names the gaps', () => {
    expect(
      merged([
        [5, 9],
        [0, 2],
        [2, 3],
        [8, 12],
        [4, 4],
      ]),
    ).toEqual([
      [0, 3],
      [5, 12],
    ]);
    expect(
      gapsBetween(
        [
          [0, 3],
          [5, 12],
        ],
        20,
      ),
    ).toEqual([
      [3, 5],
      [12, 20],
    ]);
    expect(gapsBetween([], 4)).toEqual([[0, 4]]);
    expect(gapsBetween([[0, 4]], 4)).toEqual([]);
  });
  it('is a share of time, rounded down in words', () => {
    expect(shareOf([[0, 99]], 100, tenth)).toBeCloseTo(0.99);
    expect(shareOf([[0, 1]], 2, (f) => [0, 9, 10][f]!)).toBeCloseTo(0.9);
    expect([0.98999, 0.99, 1, 0, 0.935].map(shareWords)).toEqual([
      '98.9 %',
      '99 %',
      '100 %',
      '0 %',
      '93.5 %',
    ]);
  });
});

describe('evidence (QU45)', () => {
  it('is 60 s or a tenth of the video apart, whichever is less', () => {
    expect([neededGap(1200), neededGap(600), neededGap(400), neededGap(5)]).toEqual([60, 60, 40, 0.5]);
  });
  it('is apart from the end of the earlier to the start of the later', () => {
    expect(distance(ev(90, 95), ev(0, 50))).toBe(40);
    expect(distance(ev(0, 50), ev(40, 60))).toBe(-10);
    expect(widest([ev(0, 50), ev(60, 70), ev(90, 95)])).toBe(40);
    expect(widest([ev(0, 50)])).toBeNull();
    expect(roomsBetween([ev(60, 70), ev(0, 50), ev(150, 160)], 60)).toEqual([
      { from: 50, to: 60, seconds: 10, enough: false },
      { from: 70, to: 150, seconds: 80, enough: true },
    ]);
  });
  it('is tied by a number', () => {
    const items = [
      { id: 'S1', description: '' },
      { id: 'S2', description: '' },
    ];
    const tied = tie([ev(0, 1), ev(2, 3)], 1, items, 2)!;
    expect(tiedTo(tied, 'S2')).toEqual([1]);
    expect(tie(tied, 1, items, 0)![1]!.item).toBeNull();
    expect(tie(tied, 1, items, 3)).toBeNull();
    expect(tie(tied, 7, items, 1)).toBeNull();
  });
});

describe('marks made while watching (WA6)', () => {
  it('begin where the thing began: the time to react is taken off', () => {
    // 0.3 s at ten frames a second are 3 frames; at twice the speed 6.
    const shownAt = (s: number) => Math.floor(s * 10 + 1e-6);
    const at = (frame: number, playing = true, rate = 1) => ({ frame, playing, rate });
    expect(meantFrame(at(50), 0.3, tenth, shownAt)).toBe(47);
    expect(meantFrame(at(50, true, 2), 0.3, tenth, shownAt)).toBe(44);
    expect(meantFrame(at(50, false), 0.3, tenth, shownAt)).toBe(50);
    expect(meantFrame(at(1), 0.3, tenth, shownAt)).toBe(0);
  });
  it('are begun and ended by the same key, also when the end lies before the start', () => {
    const open = press([], 40, 'a');
    expect(open).toEqual(mark('a', 40, null));
    expect(press([mark('x', 0, 5), open], 60, 'b')).toEqual(mark('a', 40, 61));
    expect(press([open], 40, 'b')).toEqual(mark('a', 40, 41));
    expect(press([open], 10, 'b')).toEqual(mark('a', 10, 41));
  });
  it('join with what was not sent yet', () => {
    const server = [mark('a', 0, 5), mark('b', 9, null)];
    expect(joined(server, null)).toEqual(server);
    const kept = { changed: [mark('b', 9, 12), mark('c', 2, 3)], removed: ['a'] };
    expect(joined(server, kept)).toEqual([mark('c', 2, 3), mark('b', 9, 12)]);
  });
});
