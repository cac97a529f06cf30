import { describe, expect, it } from 'vitest';
import { afterFirstWords, errorsOf, fieldWords, placed, type Problem } from './problems';

const problem = (field: string, severity: Problem['severity'] = 'warning'): Problem => ({
  rule: 'QU1',
  severity,
  field,
  message: field,
});
const PLACES = ['question', 'answer.before', 'answer_details.items', 'answer_details.items[0].anchor'];

describe('where a problem is shown', () => {
  it('is the most exact place of the form, and the top where there is none', () => {
    const at = placed(
      [
        'question',
        'answer.before[1]',
        'answer_details.items[0].anchor',
        'answer_details.items[1].id',
        'evidence[0]',
        'questions',
      ].map((f) => problem(f)),
      PLACES,
    );
    expect([...at].map(([place, list]) => [place, list.map((p) => p.field)])).toEqual([
      ['question', ['question']],
      ['answer.before', ['answer.before[1]']],
      ['answer_details.items[0].anchor', ['answer_details.items[0].anchor']],
      ['answer_details.items', ['answer_details.items[1].id']],
      ['', ['evidence[0]', 'questions']],
    ]);
  });

  it('parts errors from warnings', () => {
    expect(errorsOf([problem('a'), problem('b', 'error')]).map((p) => p.field)).toEqual(['b']);
  });

  it('waits with what is not written yet', () => {
    const content = {
      question: '',
      answer: { before: [], after: ['x'] },
      answer_details: { items: [{ description: '' }, { description: 'x' }] },
      evidence: null,
    };
    const fields = [
      ...['question', 'answer.before', 'answer.after[0]', 'evidence', 'rubric'],
      ...['answer_details.items[0].description', 'answer_details.items[1].description'],
    ];
    const shown = afterFirstWords(
      fields.map((f) => problem(f, 'error')),
      content,
    );
    expect(shown.map((p) => p.field)).toEqual(['answer.after[0]', 'answer_details.items[1].description']);
    expect(afterFirstWords([problem('question')], content)).toHaveLength(1);
  });

  it('has a name for people', () => {
    expect(fieldWords('answer_details.items[1].anchor', ['S1', 'S2'])).toBe('S2, anchor');
    expect(
      [
        'answer.after[0]',
        'answer_details.items[2].emotion',
        'rubric.scores.3',
        'source.segments[0].end',
        'evidence[1]',
      ].map((f) => fieldWords(f)),
    ).toEqual(['After', 'Item 3, emotion', 'Score 3', 'Segment 1', 'Evidence 2']);
  });
});
