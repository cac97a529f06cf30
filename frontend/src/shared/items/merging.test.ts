import { describe, expect, it } from 'vitest';
import type { Content } from './content';
import { differences, merge, same } from './merging';

const BASE: Content = {
  source: { from: 'Made up S01E01', segments: [{ start: 1, end: 2.5 }] },
  question: 'What does she feel?',
  answer: ['fear'],
  answer_details: null,
  rubric: null,
  subtitles: null,
  evidence: null,
};
const ids = (list: { id: string }[]) => list.map((f) => f.id);

describe('two on one draft (QU71)', () => {
  it('takes over what only the other changed, and keeps what only you changed', () => {
    const yours = { ...BASE, question: 'What does the woman feel?' };
    const theirs = { ...BASE, answer: ['fear', 'anger'], source: { ...BASE.source, segments: null } };
    const { content, taken, conflicts } = merge(BASE, yours, theirs);
    expect(content).toEqual({
      ...BASE,
      question: 'What does the woman feel?',
      answer: ['fear', 'anger'],
      source: { from: 'Made up S01E01', segments: null },
    });
    expect(ids(taken)).toEqual(['answer', 'source.segments']);
    expect(conflicts).toEqual([]);
  });

  it('asks where both changed a field, and holds yours until then', () => {
    const { content, conflicts } = merge(
      BASE,
      { ...BASE, question: 'Yours?' },
      { ...BASE, question: 'Theirs?' },
    );
    expect(content.question).toBe('Yours?');
    expect(conflicts.map(({ field, ...rest }) => ({ id: field.id, ...rest }))).toEqual([
      { id: 'question', yours: 'Yours?', base: 'What does she feel?', theirs: 'Theirs?' },
    ]);
    const taken = conflicts[0]!.field.write(content, 'Theirs?' as never);
    expect(taken.question).toBe('Theirs?');
  });

  it('asks nothing where both made the same change', () => {
    const both = { ...BASE, answer: ['pain'] };
    expect(merge(BASE, both, structuredClone(both))).toEqual({ content: both, taken: [], conflicts: [] });
  });

  it('parts the two sides of a transition', () => {
    const base: Content = { ...BASE, answer: { before: ['peace'], after: ['fear'] } };
    const { content, taken, conflicts } = merge(
      base,
      { ...base, answer: { before: ['engagement'], after: ['fear'] } },
      { ...base, answer: { before: ['peace'], after: ['anger'] } },
    );
    expect(content.answer).toEqual({ before: ['engagement'], after: ['anger'] });
    expect([ids(taken), conflicts]).toEqual([['answer.after'], []]);
  });
});

describe('differences', () => {
  it('compares values, not the order of keys', () => {
    expect(same({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
    expect(same({ a: undefined }, {})).toBe(false);
    expect(same([1], { 0: 1 })).toBe(false);
    expect(same(null, {})).toBe(false);
  });

  it('lists the fields that differ in the order of the form', () => {
    const after: Content = { ...BASE, subtitles: [], question: 'Why?' };
    expect(differences(BASE, after).map((d) => [d.field.label, d.after])).toEqual([
      ['Question', 'Why?'],
      ['Subtitles', []],
    ]);
    expect(differences(BASE, structuredClone(BASE))).toEqual([]);
  });
});
