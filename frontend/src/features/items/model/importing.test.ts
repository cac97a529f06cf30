import { describe, expect, it } from 'vitest';
import { EMPTY, find, guess, meaning, missing, pathsOf, toJson, type Mapping } from './mapping';
import { firstRecords, recognise } from './records';
import { linesOf, toCsv } from './report';

const TEN = {
  ...{ question_id: 'Q1', video_id: 'V1', source: { from: 'x', segments: null }, granularity: 'clip' },
  ...{ type: 'emotion cause', question: 'Why?', answer: 'A', answer_details: null, rubric: null },
  subtitles: null,
};
const formOf = (name: string, text: string) => {
  const beginning = firstRecords(name, text);
  return beginning && recognise(beginning);
};

describe('the first records of a file', () => {
  it('reads lists, lines, wrappers and tables', () => {
    const list = JSON.stringify([{ n: 1 }, { n: '}]"\\' }]);
    expect(firstRecords('a.json', `\uFEFF ${list}`)?.records).toEqual([{ n: 1 }, { n: '}]"\\' }]);
    expect(firstRecords('a.jsonl', '{"n":1}\n{"n":2}\n')).toEqual({
      format: 'lines',
      records: [{ n: 1 }, { n: 2 }],
    });
    expect(firstRecords('a.json', '{"n":1}\n{"n":2}\n')?.format).toBe('lines');
    expect(firstRecords('a.json', '{"about":{"x":[1]},"questions":[{"n":1},{"n":2}')?.records).toEqual([
      { n: 1 },
      { n: 2 },
    ]);
    expect(firstRecords('a.csv', 'id,question\r\n1,"What, then?"\r\n')).toEqual({
      format: 'table',
      records: [{ id: '1', question: 'What, then?' }],
    });
  });

  it('takes no more than asked, and nothing that is cut off', () => {
    expect(firstRecords('a.json', '[{"n":1},{"n":2},{"n":3}]', 2)?.records).toHaveLength(2);
    expect(firstRecords('a.json', '[{"n":1},{"n":')?.records).toEqual([{ n: 1 }]);
    expect(firstRecords('a.json', '[{"n":')).toBeNull();
    expect(firstRecords('a.json', 'hello')).toBeNull();
    expect(firstRecords('a.csv', 'id,question\n')).toBeNull();
  });

  it('recognises their form', () => {
    expect(formOf('a.json', JSON.stringify([TEN]))).toBe('items');
    expect(formOf('a.json', JSON.stringify([{ ...TEN, options: ['A'] }]))).toBe('ten-fields');
    expect(formOf('a.json', JSON.stringify([{ qid: 1, video_name: 'v', question: 'q' }]))).toBe(
      'longemo-choice',
    );
    expect(formOf('a.csv', 'id,question\n1,q\n')).toBe('table');
    expect(formOf('a.csv', 'name,frage\n1,q\n')).toBe('own');
  });
});

describe('a mapping of one’s own', () => {
  const record = {
    id: 7,
    text: { q: 'Why?' },
    kind: 'Emotion_Cause',
    times: [{ begin: 1, stop: 2 }],
    tags: ['x', 'y'],
    A: 'one',
    B: 'two',
  };

  it('knows the paths of a record', () => {
    expect(pathsOf([record])).toEqual(['id', 'text', 'text.q', 'kind', 'times', 'tags', 'tags.0', 'A', 'B']);
  });

  it('guesses from names', () => {
    const source = { segments: [{ t_start: 1, t_end: 2 }] };
    const mapping = guess([{ qid: 1, question: 'q', type: 't', source, A: 'a', B: 'b' }]);
    expect(mapping.paths).toEqual({
      external_id: ['qid'],
      question: ['question'],
      type: ['type'],
      origin: ['source'],
      segments: ['source.segments'],
      options: ['A', 'B'],
    });
    expect(mapping.segmentKeys).toEqual(['t_start', 't_end']);
    expect(missing(mapping)).toEqual([]);
    expect(missing(EMPTY)).toEqual(['Id', 'Question']);
  });

  it('finds the first that is there, options together, else the constant', () => {
    const mapping: Mapping = {
      ...EMPTY,
      paths: { question: ['nothing', 'text.q'], options: ['A', 'B', 'C'], answer: ['tags.1'] },
      constants: { granularity: 'clip' },
    };
    expect(find(mapping, 'question', record)).toBe('Why?');
    expect(find(mapping, 'options', record)).toEqual(['one', 'two']);
    expect(find(mapping, 'answer', record)).toBe('y');
    expect(find(mapping, 'granularity', record)).toBe('clip');
    expect(find(mapping, 'video', record)).toBeUndefined();
  });

  it('translates values without regard to case, blanks and underscores', () => {
    const mapping: Mapping = { ...EMPTY, values: { granularity: { 'Full Episode': 'episode' } } };
    const known = ['clip', 'episode', 'emotion cause'];
    expect(meaning(mapping, 'granularity', 'full_episode', known)).toBe('episode');
    expect(meaning(mapping, 'type', 'Emotion_Cause', known)).toBe('emotion cause');
    expect(meaning(mapping, 'type', 'Mood', known)).toBeUndefined();
    expect(meaning(mapping, 'type', 4, known)).toBeUndefined();
  });

  it('sends what was said and nothing else', () => {
    const mapping: Mapping = {
      ...EMPTY,
      paths: { external_id: ['id'], question: ['text.q'], video: [] },
      constants: { granularity: 'clip', type: ' ' },
      values: { type: {} },
    };
    expect(JSON.parse(toJson(mapping))).toEqual({
      paths: { external_id: ['id'], question: ['text.q'] },
      values: {},
      constants: { granularity: 'clip' },
      segment_keys: ['start', 'end'],
      subtitle_keys: ['t', 'speaker', 'text'],
    });
  });
});

describe('the report as a table', () => {
  const problem = { rule: 'QU5', severity: 'error' as const, field: 'answer[0]', message: 'no label, "joy"' };
  const rows = [
    { number: 1, line: 2, external_id: 'Q1', outcome: 'new', problems: [], item: 'i' },
    { number: 2, line: 9, external_id: '=1+1', outcome: 'refused', problems: [problem, problem], item: null },
  ];

  it('has a line for each objection', () => {
    expect(linesOf(rows).map((l) => [l.key, l.outcome, l.rule])).toEqual([
      ['1', 'new', ''],
      ['2.0', 'refused', 'QU5'],
      ['2.1', 'refused', 'QU5'],
    ]);
  });

  it('quotes what needs it and lets nothing become a formula', () => {
    expect(toCsv(linesOf(rows)).split('\r\n').slice(0, 3)).toEqual([
      'number,line,external_id,outcome,severity,rule,field,message',
      '1,2,Q1,new,,,,',
      `2,9,'=1+1,refused,error,QU5,answer[0],"no label, ""joy"""`,
    ]);
  });
});
