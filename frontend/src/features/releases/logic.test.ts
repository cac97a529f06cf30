import { describe, expect, it } from 'vitest';
import {
  answerText,
  blocked,
  cleanVersion,
  isVersion,
  diffCounts,
  parseShares,
  parseTargets,
  sectionTones,
  stateOf,
  shownValue,
  sortChecks,
  writeTargets,
} from './logic';
import type { Preview } from './types';

const preview: Preview = {
  version: '0.1.0',
  included: 12,
  synthetic: 'none',
  hidden: [],
  policy: { shares: { train: 1 }, keep_previous: true },
  split_quality: null,
  duplicates: { clips: 0, not_compared: 0, crossing: 0, overridden: 0, pairs: [], statements: [] },
  left_out: [],
  rights: [],
  blocked: true,
  required_version: '0.1.0',
  required_version_bump: 'PATCH',
  split_table: {
    splits: ['train'],
    target_shares: { train: 1 },
    rows: [],
    max_drift: 0,
    worst_stratum: null,
    absent: [],
  },
  leakage: { items: 12, disjoint: true, kinds: [], statements: [] },
  checks: [
    { id: 'rows', ok: true, blocking: true, message: '' },
    { id: 'split.drift', ok: false, blocking: false, message: '' },
    { id: 'profile.known_limits', ok: false, blocking: true, message: '' },
    { id: 'version', ok: true, blocking: true, message: '' },
  ],
  diff: {
    base: null,
    bump: 'PATCH',
    required: '0.1.0',
    added: 0,
    removed: 0,
    changed: 0,
    reasons: [],
    added_ids: [],
    removed_ids: [],
    changed_ids: [],
  },
};

describe('release', () => {
  it('puts what blocks first', () => {
    expect(sortChecks(preview.checks).map((c) => c.id)).toEqual([
      'profile.known_limits',
      'split.drift',
      'rows',
      'version',
    ]);
    expect(blocked(preview).map((c) => c.id)).toEqual(['profile.known_limits']);
    expect(sectionTones(preview)).toEqual({ contents: 'ok', split: 'warn', checks: 'no', diff: 'ok' });
  });
  it('reads versions with or without v', () => {
    expect(cleanVersion(' v0.1.0 ')).toBe('0.1.0');
    expect(isVersion('v1.2.3')).toBe(true);
    expect([isVersion('1.2'), isVersion('01.2.3'), isVersion('1.2.3-rc1')]).toEqual([false, false, false]);
  });
  it('reads and writes shares', () => {
    expect(parseShares('train 0.7, validation 0.15, test: 0.15')).toEqual({
      train: 0.7,
      validation: 0.15,
      test: 0.15,
    });
    expect([parseShares('train'), parseShares('Train 1'), parseShares('train 0'), parseShares('')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(writeTargets({ train: 7, test: 3 })).toBe('train 7, test 3');
  });
  it('says of a release what happened to it last', () => {
    const release = { state: 'frozen', published_at: null, withdrawn_reason: null };
    expect(stateOf(release)).toBe('frozen');
    expect(stateOf({ ...release, published_at: '2026-03-01' })).toBe('published');
    expect(stateOf({ ...release, published_at: '2026-03-01', withdrawn_reason: 'Why.' })).toBe('withdrawn');
  });
});

describe('targets', () => {
  it('reads counts with one rest, and shares', () => {
    expect(parseTargets('train rest, validation 40; test: 30', 'counts')).toEqual({
      train: 'rest',
      validation: 40,
      test: 30,
    });
    expect(parseTargets('train 0.8, test 0.2', 'shares')).toEqual({ train: 0.8, test: 0.2 });
    for (const wrong of ['', 'train', 'train rest, test rest', 'train 0', 'train 1.5', 'train 1, train 2'])
      expect(parseTargets(wrong, 'counts')).toBeNull();
    expect(writeTargets({ train: 'rest', test: 30 })).toBe('train rest, test 30');
  });
});

describe('differences', () => {
  it('counts rows by what changed', () => {
    const found = diffCounts({ added: 2, removed: 1, changed: { label: 3, content: 1 } });
    expect(found.map((f) => [f.id, f.n])).toEqual([
      ['', 7],
      ['added', 2],
      ['removed', 1],
      ['changed.label', 3],
      ['changed.split', 0],
      ['changed.content', 1],
    ]);
  });
  it('shows values in little room', () => {
    expect(shownValue(null)).toBe('none');
    expect(shownValue(['a', 1])).toBe('["a",1]');
    expect(shownValue('x'.repeat(90))).toHaveLength(80);
  });
});

describe('answerText', () => {
  it('writes every form of an answer in one line', () => {
    expect(answerText(['joy', 'fear'])).toBe('joy, fear');
    expect(answerText({ before: ['joy'], after: ['fear', 'pain'] })).toBe('before: joy · after: fear, pain');
    expect(answerText('Calm, then cross.')).toBe('Calm, then cross.');
    expect(answerText(null)).toBe('');
  });
});
