import { describe, expect, it } from 'vitest';
import { apply, asForm, type Content } from './content';
import { DraftDesk } from './draftDesk';
import { asTrajectory, mendOf, TRAJECTORY, type MendGround } from './mending';

const kind = (type: string, form: 'labels' | 'before_after' | 'text', families: string[] = []) => ({
  granularity: 'clip' as const,
  type,
  answer_form: form,
  families,
});
const INFLUENCE = kind('emotion influence', 'labels');
const TRANSITION = kind('emotion transition', 'before_after');
const STAGED = kind(TRAJECTORY, 'text', ['trajectory']);
const REASONING = {
  ...kind('emotional reasoning', 'text', ['result', 'causal']),
  granularity: 'episode' as const,
};
const family = (id: string, scores: number) => ({
  id,
  title: id,
  criterion: `of ${id}`,
  scores: Object.fromEntries(Array.from({ length: scores }, (_, n) => [String(n), `score ${n}`])),
});
const FAMILIES = [family('result', 2), family('trajectory', 5), family('causal', 4)];
const stage = (id: string, emotion = '') => ({
  id,
  description: emotion,
  anchor: '',
  emotion,
  intensity: null,
});

/** The content after the mend of an objection; null where it has none. */
function mended(
  rule: string,
  field: string,
  given: Partial<Content>,
  ground: Partial<MendGround> = {},
  severity: 'error' | 'warning' = 'error',
) {
  const all = { kind: INFLUENCE, families: FAMILIES, videoEnd: 60, ...ground };
  const content = asForm(given, all.kind);
  const mend = mendOf({ rule, field, severity, message: '' }, content, all);
  if (!mend) return null;
  return 'change' in mend ? { label: mend.label, ...apply(content, mend.change, all.kind) } : mend;
}
const clip = (...segments: [number, number][]) => ({
  source: { from: 'x', segments: segments.map(([start, end]) => ({ start, end })) },
});
const spans = (content: ReturnType<typeof mended>) =>
  content && 'source' in content ? content.source.segments?.map((s) => [s.start, s.end]) : content;

describe('times that one click puts right', () => {
  it('swaps a segment that ends before it starts', () => {
    expect(spans(mended('QU7', 'source.segments[1]', clip([1, 2], [9, 5])))).toEqual([
      [1, 2],
      [5, 9],
    ]);
    expect(mended('QU7', 'source.segments[0]', clip([1, 2], [9, 5]))).toBeNull();
  });

  it('joins segments that overlap, in the place of the first', () => {
    const both = clip([10, 20], [15, 30], [40, 41]);
    expect(spans(mended('QU7', 'source.segments[1]', both, {}, 'warning'))).toEqual([
      [10, 30],
      [40, 41],
    ]);
  });

  it('ends a segment with the video, and removes one that lies after it', () => {
    expect(spans(mended('QU54', 'source.segments[0].end', clip([50, 70])))).toEqual([[50, 60]]);
    expect(spans(mended('QU37', 'source.segments[0]', clip([50, 70])))).toEqual([[50, 60]]);
    expect(spans(mended('QU54', 'source.segments[1].start', clip([1, 2], [61, 70])))).toEqual([[1, 2]]);
    expect(mended('QU54', 'source.segments[0].start', clip([61, 70]))).toBeNull();
    expect(mended('QU54', 'source.segments[0].end', clip([50, 70]), { videoEnd: null })).toBeNull();
  });

  it('swaps, clamps and removes evidence', () => {
    const evidence = (start: number, end: number) => ({
      ...clip([10, 20]),
      evidence: [{ start, end, item: 'S1' }],
    });
    expect(mended('QU51', 'evidence[0]', evidence(14, 12))).toMatchObject({
      evidence: [{ start: 12, end: 14, item: 'S1' }],
    });
    expect(mended('QU37', 'evidence[0]', evidence(8, 14))).toMatchObject({
      evidence: [{ start: 10, end: 14, item: 'S1' }],
    });
    expect(mended('QU37', 'evidence[0]', evidence(30, 34))).toMatchObject({ evidence: null });
  });

  it('numbers subtitle lines, turns one round, and leaves out those outside the clip', () => {
    const subtitles = [
      { id: 'U2', t: [15, 18] as [number, number], speaker: null, text: 'inside' },
      { id: 'U1', t: [40, 41] as [number, number], speaker: null, text: 'outside' },
      { id: 'U3', t: [13, 12] as [number, number], speaker: null, text: 'turned' },
    ];
    const given = { ...clip([10, 20]), subtitles };
    const texts = (content: ReturnType<typeof mended>) =>
      content && 'subtitles' in content ? content.subtitles?.map((l) => `${l.id} ${l.text}`) : content;
    expect(texts(mended('QU10', 'subtitles[0].id', given))).toEqual(['U1 turned', 'U2 inside', 'U3 outside']);
    expect(mended('QU10', 'subtitles[2].t', given)).toMatchObject({ label: 'Swap' });
    expect(texts(mended('QU37', 'subtitles', given))).toEqual(['U1 turned', 'U2 inside']);
  });
});

describe('answers that one click puts right', () => {
  it('keeps a label once, and removes what is none', () => {
    const given = { answer: ['fear', '', 'fear', 'bliss'] };
    expect(mended('QU5', 'answer[2]', given)).toMatchObject({
      label: 'Keep one',
      answer: ['fear', '', 'bliss'],
    });
    expect(mended('QU5', 'answer[1]', given)).toMatchObject({
      label: 'Remove it',
      answer: ['fear', 'fear', 'bliss'],
    });
    expect(mended('QU5', 'answer[3]', given)).toMatchObject({ label: 'Remove bliss' });
    const sides = { answer: { before: ['fear'], after: ['peace', 'peace'] } };
    expect(mended('QU5', 'answer.after[1]', sides, { kind: TRANSITION })).toMatchObject({
      answer: { before: ['fear'], after: ['peace'] },
    });
  });

  it('writes out the option whose letter was the answer', () => {
    const options = [{ letter: 'B', text: 'She is afraid.' }];
    expect(mended('QU38', 'answer', { answer: '(B)' }, { kind: STAGED, options })).toMatchObject({
      answer: 'She is afraid.',
    });
    expect(mended('QU38', 'question', { answer: 'B' }, { kind: STAGED, options })).toBeNull();
  });

  it('removes a blank stage, adds the second, and numbers them', () => {
    const details = (items: ReturnType<typeof stage>[]) => ({ answer_details: { description: 'd', items } });
    const blank = details([stage('S1', 'fear'), stage('S2')]);
    expect(mended('QU1', 'answer_details.items[1].description', blank, { kind: STAGED })).toMatchObject({
      label: 'Remove S2',
      answer_details: { items: [{ id: 'S1' }] },
    });
    expect(mended('QU1', 'answer_details.items[0].anchor', blank, { kind: STAGED })).toBeNull();
    expect(mended('QU36', 'answer_details', details([stage('S1')]), { kind: STAGED })).toMatchObject({
      answer_details: { items: [{ id: 'S1' }, { id: 'S2' }] },
    });
    const wild = details([stage('S4', 'fear'), stage('S2', 'peace')]);
    expect(mended('QU8', 'answer_details.items[0].id', wild, { kind: STAGED })).toMatchObject({
      answer_details: { items: [stage('S1', 'fear'), stage('S2', 'peace')] },
    });
    expect(mended('QU8', 'answer_details', wild, { kind: INFLUENCE })).toMatchObject({
      answer_details: null,
    });
  });

  it('sorts stages by their evidence, which stays with them', () => {
    const given = {
      answer_details: {
        description: '',
        items: ['fear', 'peace', 'anger'].map((e, i) => stage(`S${i + 1}`, e)),
      },
      evidence: [
        { start: 30, end: 31, item: 'S1' },
        { start: 10, end: 11, item: 'S3' },
      ],
    };
    expect(mended('QU36', 'answer_details.items', given, { kind: STAGED })).toMatchObject({
      answer_details: { items: [stage('S1', 'anger'), stage('S2', 'fear'), stage('S3', 'peace')] },
      evidence: [
        { start: 30, item: 'S2' },
        { start: 10, item: 'S1' },
      ],
    });
  });

  it('fills in the rubric of a task with one scale, and takes it from one without', () => {
    expect(mended('QU9', 'rubric', {}, { kind: STAGED })).toMatchObject({
      rubric: { criterion: 'of trajectory' },
    });
    expect(mended('QU9', 'rubric', {}, { kind: REASONING })).toBeNull();
    const rubric = { criterion: 'c', scores: { '0': 'no', '1': 'yes' } };
    expect(mended('QU9', 'rubric', { rubric })).toMatchObject({ rubric: null });
  });

  it('changes the scale that does not fit the question', () => {
    const rubric = { criterion: 'c', scores: { '0': 'no', '1': 'yes' } };
    const changed = mended('QU99', 'rubric', { rubric }, { kind: REASONING });
    expect(changed).toMatchObject({
      label: 'Score it as an explanation',
      rubric: { criterion: 'of causal' },
    });
  });

  it('ties evidence where only one thing is left that it can show', () => {
    const given = (...ties: (string | null)[]) => ({
      answer_details: { description: '', items: [stage('S1'), stage('S2')] },
      evidence: ties.map((item, i) => ({ start: i, end: i + 1, item })),
    });
    expect(mended('QU45', 'evidence[1]', given('S1', null), { kind: STAGED })).toMatchObject({
      label: 'Tie it to S2',
      evidence: [{ item: 'S1' }, { item: 'S2' }],
    });
    expect(mended('QU45', 'evidence[0]', given(null, null), { kind: STAGED })).toBeNull();
  });
});

describe('a change of strength alone', () => {
  it('becomes a trajectory where the task can still be chosen', () => {
    const ground = { kind: TRANSITION, canRetype: true };
    expect(mended('QU35', 'question', {}, ground)).toEqual({
      label: 'Make it a trajectory',
      retype: TRAJECTORY,
    });
    expect(mended('QU6', 'answer', {}, ground)).toMatchObject({ retype: TRAJECTORY });
    expect(mended('QU35', 'question', {}, { ...ground, canRetype: false })).toBeNull();
  });

  it('takes its labels and its turn along as stages', () => {
    const content = asForm(
      {
        question: 'q',
        answer: { before: ['anger'], after: ['anger', 'pain'] },
        evidence: [
          { start: 1, end: 2, item: null },
          { start: 2, end: 3, item: null },
        ],
      },
      TRANSITION,
    );
    expect(asTrajectory(content)).toMatchObject({
      question: 'q',
      answer: 'anger, then anger, pain',
      answer_details: {
        items: [
          { id: 'S1', emotion: 'anger' },
          { id: 'S2', emotion: 'anger, pain' },
        ],
      },
      evidence: [{ item: 'S1' }, { item: 'S2' }],
    });
  });
});

describe('a mend', () => {
  it('is one step for undo, also right after typing in its field', () => {
    const desk = new DraftDesk({
      id: 'a',
      kind: STAGED,
      content: { answer: '' },
      version: 1,
      savedAt: null,
      problems: [],
      journal: { read: () => null, write: () => true, forget: () => undefined },
      save: () => Promise.reject(new Error('nobody asks')),
      now: () => new Date(0),
    });
    desk.change({ do: 'text', text: 'B' });
    desk.mend({ do: 'text', text: 'She is afraid.' });
    expect(desk.read().content.answer).toBe('She is afraid.');
    desk.undo();
    expect(desk.read().content.answer).toBe('B');
    desk.leave();
  });

  it('is left to a person where a rule has more than one answer', () => {
    for (const rule of ['QU4', 'QU30', 'QU31', 'QU32', 'QU33', 'QU34', 'QU40', 'QU44', 'QU90', 'QU97'])
      expect(mended(rule, 'question', {})).toBeNull();
  });
});
