import { describe, expect, it } from 'vitest';
import { cookie, query, toApiError } from '../api/client';
import { cursorOf } from '../api/list';
import { overallShare } from '../../app/frame/jobs';
import {
  bytes,
  clock,
  count,
  hours,
  percent,
  plural,
  plus,
  shortId,
  signed,
  withLocalTimes,
  words,
} from './format';
import { totalWords } from './totals';
import { visibleRange } from './window';

describe('formatters', () => {
  it('writes numbers with their separators, signs and units', () => {
    expect(count(27647)).toBe('27,647');
    expect(percent(0.7125)).toBe('71.3 %');
    expect(percent(0.118, 0)).toBe('12 %');
    expect(signed(-0.0724, 2)).toBe('−0.07');
    expect(signed(-0.001, 2)).toBe('0.00');
    expect(plus(11)).toBe('+11');
    expect(plus(-22)).toBe('−22');
    expect(bytes(999)).toBe('999 B');
    expect(bytes(1500)).toBe('1.5 kB');
    expect(bytes(160_000)).toBe('160 kB');
    expect(bytes(12_345_678)).toBe('12 MB');
    expect(hours(0.5)).toBe('30 min');
    expect(hours(30)).toBe('30 h');
    expect(hours(72)).toBe('3 d');
    expect(plural(1, 'row')).toBe('1 row');
    expect(plural(2, 'entry', 'entries')).toBe('2 entries');
    expect(words('FAR_VISIBLE')).toBe('Far visible');
    expect(shortId('7c41f2a9-0000')).toBe('7c41f2a9');
  });
});

describe('moments in sentences', () => {
  it('are written on the clock of whoever reads', () => {
    const at = new Date();
    at.setHours(14, 5, 0, 0);
    const iso = `${at.toISOString().slice(0, 16)}Z`;
    expect(withLocalTimes(`Held until ${iso}.`)).toBe(`Held until ${clock(iso)}.`);
    expect(withLocalTimes('Take 2026-03-01 as it is.')).toBe('Take 2026-03-01 as it is.');
  });
});

describe('lists', () => {
  it('reads the cursor of an address or a bare cursor', () => {
    expect(cursorOf(null)).toBeNull();
    expect(cursorOf('/api/v1/projects/x/motions?cursor=abc%3D&limit=5')).toBe('abc=');
    expect(cursorOf('abc')).toBe('abc');
  });

  it('draws only what is in sight', () => {
    expect(visibleRange(0, 340, 34, 1000, 0)).toEqual({ start: 0, end: 10 });
    expect(visibleRange(3400, 340, 34, 1000, 5)).toEqual({ start: 95, end: 115 });
    expect(visibleRange(99999, 340, 34, 3, 0)).toEqual({ start: 3, end: 3 });
    expect(visibleRange(0, 340, 34, 0)).toEqual({ start: 0, end: 0 });
  });

  it('says how long a list is', () => {
    const list = { rows: 100, total: null, more: true, filtered: false };
    expect(totalWords(list, { ready: 198, rejected: 2 })).toBe('200 in this project');
    expect(totalWords({ ...list, filtered: true }, { ready: 198 })).toBe('100 loaded, more below');
    expect(totalWords({ ...list, filtered: true, more: false, rows: 8 }, {})).toBe('8 match');
    expect(totalWords({ ...list, rows: 0, more: false }, {})).toBeUndefined();
  });

  it('gives the mean share of the jobs that know their total', () => {
    expect(overallShare([])).toBeNull();
    expect(overallShare([{ done: 3, total: null }])).toBeNull();
    expect(
      overallShare([
        { done: 1, total: 4 },
        { done: 3, total: 4 },
        { done: 0, total: null },
      ]),
    ).toBe(0.5);
  });
});

describe('client', () => {
  it('reads one cookie of several', () => {
    expect(cookie('csrftoken', 'a=1; csrftoken=x%20y; b=2')).toBe('x y');
    expect(cookie('none', 'a=1')).toBe('');
  });

  it('leaves unset filters out of the address', () => {
    expect(query({ label: 'sad', state: null, search: '', limit: 100 })).toBe('?label=sad&limit=100');
    expect(query({})).toBe('');
  });

  it('keeps the code, the sentence and the fields of an error', async () => {
    const response = new Response(
      JSON.stringify({ code: 'import.no_file', detail: 'Choose a file.', fields: { files: ['Needed.'] } }),
      { status: 400 },
    );
    const error = await toApiError(response);
    expect([error.status, error.code, error.message, error.fields]).toEqual([
      400,
      'import.no_file',
      'Choose a file.',
      { files: ['Needed.'] },
    ]);
    const page = await toApiError(new Response('<html>', { status: 502 }));
    expect([page.code, page.message]).toEqual(['http.502', 'The server answered 502.']);
  });
});
