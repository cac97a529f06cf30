import { describe, expect, it } from 'vitest';
import type { RubricFamily, TaskKind } from '../taxonomy/taxonomy';
import { apply, asForm, familyOf, fieldOf, type Change, type Content } from './content';

const kind = (
  granularity: 'clip' | 'episode',
  type: string,
  answer_form: TaskKind['answer_form'],
  families: string[] = [],
): TaskKind => ({ granularity, type, answer_form, families });
const KINDS = {
  contextual: kind('clip', 'contextual emotion', 'labels'),
  transition: kind('clip', 'emotion transition', 'before_after'),
  trajectory: kind('clip', 'emotion trajectory', 'text', ['trajectory']),
  cause: kind('clip', 'emotion cause', 'text', ['causal']),
  influence: kind('clip', 'emotion influence', 'labels'),
  comparison: kind('episode', 'emotional intensity comparison', 'text', ['result']),
  whole: kind('episode', 'emotion trajectory', 'text', ['trajectory']),
  reasoning: kind('episode', 'emotional reasoning', 'text', ['result', 'causal']),
};
const family = (id: string, highest: number): RubricFamily => ({
  id,
  title: id,
  criterion: `Judge the ${id}.`,
  scores: Object.fromEntries(Array.from({ length: highest + 1 }, (_, n) => [String(n), `level ${n}`])),
});
const RESULT = family('result', 1);
const TRAJECTORY = family('trajectory', 4);
const CAUSAL = family('causal', 3);

const after = (k: TaskKind, start: Partial<Content>, ...changes: Change[]): Content =>
  changes.reduce((content, change) => apply(content, change, k), asForm(start, k));

describe('what the server keeps and what the form shows', () => {
  it.each(Object.entries(KINDS))(
    'gives %s the answer of its form, and nothing is lost on the way',
    (_, k) => {
      const empty = asForm({}, k);
      expect(empty.answer).toEqual(
        { labels: [], before_after: { before: [], after: [] }, text: '' }[k.answer_form],
      );
      expect(asForm(empty, k)).toEqual(empty);
      const full: Content = {
        source: { from: 'Made up S01E01', segments: [{ start: 687.6, end: 778 }] },
        question: 'What does she feel?',
        answer: { labels: ['fear'], before_after: { before: ['peace'], after: ['fear'] }, text: 'Calm.' }[
          k.answer_form
        ],
        answer_details: k.families.length > 0 ? { description: 'All.', items: [] } : null,
        rubric: k.families.length > 0 ? { criterion: 'c', scores: { '0': 'no', '1': 'yes' } } : null,
        subtitles: [{ id: 'U1', t: [687.61, 688.82], speaker: null, text: 'This one?' }],
        evidence: [{ start: 690, end: 691.5, item: null }],
      };
      expect(JSON.stringify(asForm(full, k))).toBe(JSON.stringify(full));
    },
  );

  it('does not keep an answer of another form', () => {
    expect(asForm({ answer: 'Calm.' }, KINDS.transition).answer).toEqual({ before: [], after: [] });
    expect(asForm({ answer: ['fear'] }, KINDS.cause).answer).toBe('');
  });
});

describe('changes', () => {
  it('sets labels, alone and on either side', () => {
    expect(after(KINDS.influence, {}, { do: 'labels', side: 'answer', labels: ['fear'] }).answer).toEqual([
      'fear',
    ]);
    expect(
      after(
        KINDS.transition,
        { answer: { before: ['peace'], after: [] } },
        { do: 'labels', side: 'after', labels: ['fear', 'anger'] },
      ).answer,
    ).toEqual({ before: ['peace'], after: ['fear', 'anger'] });
  });

  it('numbers stages by their places (QU8)', () => {
    const content = after(
      KINDS.trajectory,
      { rubric: { criterion: 'c', scores: TRAJECTORY.scores } },
      { do: 'item.add' },
      { do: 'item.add' },
      { do: 'item.add' },
      { do: 'item.edit', place: 0, key: 'description', text: 'Calm' },
      { do: 'item.edit', place: 2, key: 'description', text: 'Cross' },
      { do: 'item.edit', place: 2, key: 'intensity', text: 'strong' },
      { do: 'item.move', place: 2, by: -1 },
      { do: 'item.remove', place: 2 },
    );
    expect(content.answer_details?.items).toEqual([
      { id: 'S1', description: 'Calm', anchor: '', emotion: '', intensity: null },
      { id: 'S2', description: 'Cross', anchor: '', emotion: '', intensity: 'strong' },
    ]);
  });

  it('keeps evidence with its stage', () => {
    const content = after(
      KINDS.whole,
      {
        answer_details: {
          description: '',
          items: ['one', 'two', 'three'].map((description, n) => ({ id: `S${n + 1}`, description })),
        },
        rubric: { criterion: 'c', scores: TRAJECTORY.scores },
        evidence: ['S1', 'S2', 'S3', null].map((item, n) => ({ start: n, end: n + 1, item })),
      },
      { do: 'item.move', place: 2, by: -1 },
      { do: 'item.remove', place: 0 },
    );
    // S1 S3 S2, then without the first: what was S3 is S1, what was S2 is S2.
    expect(content.answer_details?.items.map((i) => i.description)).toEqual(['three', 'two']);
    expect(content.evidence?.map((e) => e.item)).toEqual([null, 'S2', 'S1', null]);
  });

  it('moves nothing past the ends', () => {
    const two = after(KINDS.cause, {}, { do: 'item.add' }, { do: 'item.add' });
    expect(apply(two, { do: 'item.move', place: 0, by: -1 }, KINDS.cause)).toEqual(two);
    expect(apply(two, { do: 'item.move', place: 1, by: 1 }, KINDS.cause)).toEqual(two);
  });

  it('has no details where nothing stands in them', () => {
    expect(
      after(KINDS.cause, {}, { do: 'item.add' }, { do: 'item.remove', place: 0 }).answer_details,
    ).toBeNull();
    expect(after(KINDS.cause, {}, { do: 'details', text: 'All needed.' }).answer_details).toEqual({
      description: 'All needed.',
      items: [],
    });
  });

  it('writes no intensity as null', () => {
    const one = after(
      KINDS.whole,
      {},
      { do: 'item.add' },
      { do: 'item.edit', place: 0, key: 'intensity', text: ' ' },
    );
    expect(one.answer_details?.items[0]?.intensity).toBeNull();
  });

  it('fills the rubric from its family, and its texts can be changed (QU15)', () => {
    const content = after(
      KINDS.comparison,
      {},
      { do: 'rubric', family: RESULT },
      { do: 'score', score: '1', text: 'Right.' },
      { do: 'criterion', text: 'Is it the soup?' },
    );
    expect(content.rubric).toEqual({
      criterion: 'Is it the soup?',
      scores: { '0': 'level 0', '1': 'Right.' },
    });
    expect(RESULT.scores['1']).toBe('level 1');
  });

  it('makes factors of components when the reasoning is an explanation', () => {
    const definite = after(
      KINDS.reasoning,
      {},
      { do: 'rubric', family: RESULT },
      { do: 'item.add' },
      { do: 'item.edit', place: 0, key: 'description', text: 'Envy' },
    );
    expect(definite.answer_details?.items).toEqual([{ id: 'C1', description: 'Envy' }]);
    expect(familyOf(KINDS.reasoning, definite)).toBe('result');
    const explained = apply(definite, { do: 'rubric', family: CAUSAL }, KINDS.reasoning);
    expect(explained.answer_details?.items).toEqual([{ id: 'R1', description: 'Envy' }]);
    expect(Object.keys(explained.rubric!.scores)).toEqual(['0', '1', '2', '3']);
  });

  it('counts subtitle lines in video order (QU10)', () => {
    const lines = [
      { id: 'x', t: [5, 6] as [number, number], speaker: null, text: 'second' },
      { id: 'y', t: [1, 2] as [number, number], speaker: 'Ann', text: 'first' },
    ];
    expect(
      after(KINDS.contextual, {}, { do: 'subtitles', lines }).subtitles?.map((l) => [l.id, l.text]),
    ).toEqual([
      ['U1', 'first'],
      ['U2', 'second'],
    ]);
    expect(after(KINDS.contextual, {}, { do: 'subtitles', lines: null }).subtitles).toBeNull();
  });

  it('names fields as the server does', () => {
    expect(fieldOf({ do: 'item.edit', place: 1, key: 'anchor', text: '' })).toBe(
      'answer_details.items[1].anchor',
    );
    expect(fieldOf({ do: 'labels', side: 'after', labels: [] })).toBe('answer.after');
    expect(fieldOf({ do: 'question', text: '' })).toBe('question');
  });
});
