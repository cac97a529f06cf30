import { describe, expect, it } from 'vitest';
import {
  acceptRests,
  bodyOf,
  emptyForm,
  isUntouched,
  problemsIn,
  reasonForDigit,
  reduce,
  rejectRests,
} from './judging';
import type { Action, Circumstances, Form } from './judging';

const QUESTIONS = [
  {
    id: 'physical_plausibility',
    label: 'Physical plausibility',
    reasons: [
      { code: 'foot_slide', label: 'Foot sliding' },
      { code: 'float', label: 'Floating' },
    ],
  },
  {
    id: 'motion_scene_compatibility',
    label: 'Motion fits the scene',
    reasons: [{ code: 'furniture', label: 'Walks through furniture' }],
  },
  { id: 'rendering_quality', label: 'Rendering quality', reasons: [{ code: 'flicker', label: 'Flicker' }] },
];
const [Q, W, E] = QUESTIONS.map((question) => question.id) as [string, string, string];
const PLAYED: Circumstances = {
  kind: 'episode',
  questions: QUESTIONS,
  played: 1,
  unplayable: [],
  sending: false,
  paused: false,
};
const after = (...actions: Action[]): Form => actions.reduce(reduce, emptyForm(QUESTIONS));

describe('judging', () => {
  it('starts with nothing chosen', () => {
    const form = emptyForm(QUESTIONS);
    expect(isUntouched(form)).toBe(true);
    expect(problemsIn(form)).toEqual([]);
    expect(reasonForDigit(QUESTIONS, form, 1)).toBeNull();
  });

  it('marks a problem, again: fine, again: a problem with its reasons still there', () => {
    let form = after({ type: 'toggle', id: Q }, { type: 'reason', code: 'foot_slide' });
    expect(form.judgements[Q]).toEqual({ value: 'problem', reasons: ['foot_slide'] });
    form = reduce(form, { type: 'toggle', id: Q });
    expect(form.judgements[Q]?.value).toBe('fine');
    expect(bodyOf(form).judgements[Q]).toEqual({ value: 'fine', reasons: [] });
    expect(reduce(form, { type: 'toggle', id: Q }).judgements[Q]).toEqual({
      value: 'problem',
      reasons: ['foot_slide'],
    });
  });

  it('gives digits to the judgement marked last', () => {
    const form = after({ type: 'toggle', id: Q }, { type: 'toggle', id: E });
    expect(reasonForDigit(QUESTIONS, form, 1)).toBe('flicker');
    expect(reasonForDigit(QUESTIONS, form, 2)).toBeNull();
    expect(reasonForDigit(QUESTIONS, reduce(form, { type: 'open', id: Q }), 2)).toBe('float');
  });

  it('takes a reason back by the same digit', () => {
    const form = after(
      { type: 'toggle', id: W },
      { type: 'reason', code: 'furniture' },
      { type: 'reason', code: 'furniture' },
    );
    expect(form.judgements[W]?.reasons).toEqual([]);
  });

  it('pins the moment to the marked problem, once', () => {
    const pin = { frame: 57, time_s: 1.9, setting: 'P-Init' };
    expect(after({ type: 'pin', pin }).pins).toEqual([]);
    const form = after({ type: 'toggle', id: W }, { type: 'pin', pin }, { type: 'pin', pin });
    expect(form.pins).toEqual([{ ...pin, judgement: W, note: '' }]);
    expect(bodyOf(reduce(form, { type: 'toggle', id: W })).pins).toEqual([]);
    expect(reduce(form, { type: 'unpin', index: 0 }).pins).toEqual([]);
  });
});

describe('accept (RV30)', () => {
  it('is one key: everything unset is fine', () => {
    expect(acceptRests(emptyForm(QUESTIONS), PLAYED)).toBeNull();
    expect(Object.values(bodyOf(emptyForm(QUESTIONS)).judgements).map((j) => j.value)).toEqual([
      'fine',
      'fine',
      'fine',
    ]);
  });

  it('rests with a reason', () => {
    const form = emptyForm(QUESTIONS);
    expect(acceptRests(after({ type: 'toggle', id: W }), PLAYED)).toContain(
      'Motion fits the scene has a problem',
    );
    expect(acceptRests(form, { ...PLAYED, played: 0.999 })).toContain('99 %');
    expect(acceptRests(form, { ...PLAYED, unplayable: ['P-Ref'] })).toContain('P-Ref could not be played');
    expect(acceptRests(form, { ...PLAYED, paused: true })).toBe('On a break');
  });
});

describe('reject (RV31)', () => {
  it('is three keys, before the clips have ended', () => {
    const form = after({ type: 'toggle', id: W }, { type: 'reason', code: 'furniture' });
    expect(rejectRests(form, { ...PLAYED, played: 0.1 })).toBeNull();
    expect(bodyOf(form).judgements).toEqual({
      [Q]: { value: 'fine', reasons: [] },
      [W]: { value: 'problem', reasons: ['furniture'] },
      [E]: { value: 'fine', reasons: [] },
    });
  });

  it('asks what is wrong and why', () => {
    expect(rejectRests(emptyForm(QUESTIONS), PLAYED)).toContain('Q, W or E');
    expect(rejectRests(after({ type: 'toggle', id: Q }), PLAYED)).toContain('physical plausibility');
  });
});

describe('an item (two judgements, the answer covered: RV39)', () => {
  const ITEM = [
    { id: 'question', label: 'Question', reasons: [{ code: 'two_targets', label: 'More than one target' }] },
    { id: 'answer', label: 'Reference answer', reasons: [{ code: 'label_missing', label: 'Label missing' }] },
  ];
  const now: Circumstances = { ...PLAYED, kind: 'item', questions: ITEM };
  const covered = emptyForm(ITEM, 'answer');

  it('takes no judgement of what is covered, by no road', () => {
    for (const action of [
      { type: 'toggle', id: 'answer' },
      { type: 'fine', id: 'answer' },
      { type: 'open', id: 'answer' },
      { type: 'reason', code: 'label_missing', id: 'answer' },
    ] as Action[])
      expect(reduce(covered, action)).toBe(covered);
  });

  it('rests both verdicts until the answer has been seen, and says which key shows it', () => {
    const marked = [
      { type: 'toggle', id: 'question' } as const,
      { type: 'reason', code: 'two_targets' } as const,
    ];
    const form = marked.reduce<Form>(reduce, covered);
    expect(acceptRests(covered, now)).toBe('Reference answer is covered: R shows it');
    expect(rejectRests(form, now)).toBe('Reference answer is covered: R shows it');
    const seen = reduce(form, { type: 'uncover' });
    expect(rejectRests(seen, now)).toBeNull();
    expect(bodyOf(seen).judgements).toEqual({
      question: { value: 'problem', reasons: ['two_targets'] },
      answer: { value: 'fine', reasons: [] },
    });
  });

  it('accepts by one key once the evidence has run, and rejects by three at any time', () => {
    const form = emptyForm(ITEM);
    expect(acceptRests(form, { ...now, played: 0.5 })).toBe('Accept wakes once the evidence has run: 50 %');
    expect(acceptRests(form, now)).toBeNull();
    const problem = [
      { type: 'toggle', id: 'answer' } as const,
      { type: 'reason', code: 'label_missing' } as const,
    ];
    expect(rejectRests(problem.reduce<Form>(reduce, form), { ...now, played: 0 })).toBeNull();
    expect(rejectRests(form, now)).toBe('Mark what is wrong first: Q or W');
  });
});
