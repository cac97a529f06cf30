/**
 * The form of one review as a pure state machine, for every kind that is reviewed: judgements, reasons, note, pins, what
 * is still covered, and what may be sent.
 */
export type Kind = 'episode' | 'item';
export type Value = 'fine' | 'problem' | null;

export interface Question {
  id: string;
  label: string;
  reasons: readonly { code: string; label: string }[];
}

export interface Judgement {
  value: Value;
  reasons: string[];
}

export interface Pin {
  judgement: string;
  frame: number;
  time_s: number;
  setting: string;
  note: string;
}

export interface Form {
  judgements: Record<string, Judgement>;
  /** The judgement marked last: digits choose its reasons, M pins to it. */
  marked: string | null;
  note: string;
  pins: Pin[];
  /** RV39: the judgement whose object is still covered: one answers for oneself first. Nobody judges what is covered. */
  covered: string | null;
}

export type Action =
  | { type: 'toggle'; id: string }
  | { type: 'fine'; id: string }
  | { type: 'open'; id: string }
  | { type: 'reason'; code: string; id?: string }
  | { type: 'note'; text: string }
  | { type: 'pin'; pin: Omit<Pin, 'judgement' | 'note'> }
  | { type: 'unpin'; index: number }
  | { type: 'uncover' }
  | { type: 'restore'; form: Form };

export function emptyForm(questions: readonly Question[], covered: string | null = null): Form {
  return {
    judgements: Object.fromEntries(questions.map(({ id }) => [id, { value: null, reasons: [] }])),
    marked: null,
    note: '',
    pins: [],
    covered,
  };
}

/** Q W E: problem; again: fine. Reasons stay with a judgement that is called fine, but are not sent. */
export function reduce(form: Form, action: Action): Form {
  if ('id' in action && action.id !== undefined && action.id === form.covered) return form;
  switch (action.type) {
    case 'toggle': {
      const current = form.judgements[action.id];
      if (!current) return form;
      const value = current.value === 'problem' ? 'fine' : 'problem';
      return { ...withJudgement(form, action.id, { ...current, value }), marked: action.id };
    }
    case 'fine': {
      const current = form.judgements[action.id];
      return current
        ? { ...withJudgement(form, action.id, { ...current, value: 'fine' }), marked: action.id }
        : form;
    }
    case 'open':
      return form.judgements[action.id] ? { ...form, marked: action.id } : form;
    case 'reason': {
      const id = action.id ?? form.marked;
      const current = id ? form.judgements[id] : undefined;
      if (!id || !current) return form;
      const known = current.reasons.includes(action.code);
      const reasons = known
        ? current.reasons.filter((code) => code !== action.code)
        : [...current.reasons, action.code];
      return { ...withJudgement(form, id, { value: 'problem', reasons }), marked: id };
    }
    case 'note':
      return { ...form, note: action.text };
    case 'pin': {
      if (!form.marked || form.judgements[form.marked]?.value !== 'problem') return form;
      const pin = { ...action.pin, judgement: form.marked, note: '' };
      const there = form.pins.some(
        (p) => p.judgement === pin.judgement && p.frame === pin.frame && p.setting === pin.setting,
      );
      return there ? form : { ...form, pins: [...form.pins, pin] };
    }
    case 'unpin':
      return { ...form, pins: form.pins.filter((_, index) => index !== action.index) };
    case 'uncover':
      return { ...form, covered: null };
    case 'restore':
      return action.form;
  }
}

function withJudgement(form: Form, id: string, judgement: Judgement): Form {
  return { ...form, judgements: { ...form.judgements, [id]: judgement } };
}

export function problemsIn(form: Form): string[] {
  return Object.keys(form.judgements).filter((id) => form.judgements[id]?.value === 'problem');
}

export function isUntouched(form: Form): boolean {
  return (
    !form.note && form.pins.length === 0 && Object.values(form.judgements).every((j) => j.value === null)
  );
}

/** The code of the reason with this digit, for the judgement marked last. */
export function reasonForDigit(questions: readonly Question[], form: Form, digit: number): string | null {
  const question = questions.find(({ id }) => id === form.marked);
  if (!question || form.judgements[question.id]?.value !== 'problem') return null;
  return question.reasons[digit - 1]?.code ?? null;
}

export interface DecisionBody {
  judgements: Record<string, { value: 'fine' | 'problem'; reasons: string[] }>;
  note: string;
  pins: Pin[];
}

export type Verdict = 'accept' | 'reject';

/** Accept calls everything unset fine. Reject keeps what was judged and calls the rest fine: nothing else was found. */
export function bodyOf(form: Form): DecisionBody {
  const judgements: DecisionBody['judgements'] = {};
  for (const [id, { value, reasons }] of Object.entries(form.judgements))
    judgements[id] = value === 'problem' ? { value, reasons } : { value: 'fine', reasons: [] };
  return {
    judgements,
    note: form.note.trim(),
    pins: form.pins.filter((pin) => judgements[pin.judgement]?.value === 'problem'),
  };
}

export interface Circumstances {
  kind: Kind;
  questions: readonly Question[];
  /** Share of what has to run that has played, 0..1, and the clips that could not be played at all. */
  played: number;
  unplayable: readonly string[];
  sending: boolean;
  paused: boolean;
}

const RUN: Record<Kind, string> = { episode: 'clips have', item: 'evidence has' };
const LETTERS = ['Q', 'W', 'E'];

/** RV30: why Accept rests, or null when it is awake. */
export function acceptRests(form: Form, now: Circumstances): string | null {
  const problem = problemsIn(form)[0];
  const resting = restsForBoth(form, now);
  if (resting) return resting;
  if (problem) return `${titleOf(now.questions, problem)} has a problem: reject, or press its key again`;
  if (now.unplayable.length)
    return `${now.unplayable.join(' and ')} could not be played: skip, or reject its rendering`;
  if (now.played < 1) return `Accept wakes once the ${RUN[now.kind]} run: ${Math.floor(now.played * 100)} %`;
  return null;
}

/** RV31: why Reject rests, or null. Rejecting never waits for anything to end. */
export function rejectRests(form: Form, now: Circumstances): string | null {
  const problems = problemsIn(form);
  const resting = restsForBoth(form, now);
  if (resting) return resting;
  if (problems.length === 0) return `Mark what is wrong first: ${lettersOf(now.questions.length)}`;
  const bare = problems.find((id) => form.judgements[id]?.reasons.length === 0);
  return bare ? `Choose a reason for ${titleOf(now.questions, bare).toLowerCase()}: 1 to 9` : null;
}

/** RV39: a verdict is on both judgements, so it waits until what is covered has been seen. */
function restsForBoth(form: Form, now: Circumstances): string | null {
  if (now.paused) return 'On a break';
  if (now.sending) return 'Sending the last verdict';
  if (form.covered) return `${titleOf(now.questions, form.covered)} is covered: R shows it`;
  return null;
}

function lettersOf(judgements: number): string {
  const letters = LETTERS.slice(0, judgements);
  return letters.length < 2 ? letters.join('') : `${letters.slice(0, -1).join(', ')} or ${letters.at(-1)}`;
}

function titleOf(questions: readonly Question[], id: string): string {
  return questions.find((question) => question.id === id)?.label ?? id;
}
