/** Two people, or two tabs, on one draft: what each changed since the version both began from. */
import type { Content, Details, Evidence, Rubric } from './content';

export interface Field {
  id: string;
  label: string;
  read: (content: Content) => unknown;
  write: (content: Content, value: never) => Content;
}

const isSides = (answer: Content['answer']): answer is { before: string[]; after: string[] } =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer);

const field = <T>(
  id: string,
  label: string,
  read: (content: Content) => T,
  write: (content: Content, value: T) => Content,
): Field => ({ id, label, read, write: write as Field['write'] });

const side = (name: 'before' | 'after', label: string): Field =>
  field<string[] | undefined>(
    `answer.${name}`,
    label,
    (c) => (isSides(c.answer) ? c.answer[name] : undefined),
    (c, value) =>
      value === undefined
        ? c
        : {
            ...c,
            answer: { before: [], after: [], ...(isSides(c.answer) ? c.answer : {}), [name]: value },
          },
  );

/** The parts that a person decides about as wholes, in the order of the form. */
export const FIELDS: readonly Field[] = [
  field(
    'question',
    'Question',
    (c) => c.question,
    (c, question) => ({ ...c, question }),
  ),
  field<Content['answer'] | undefined>(
    'answer',
    'Answer',
    (c) => (isSides(c.answer) ? undefined : c.answer),
    (c, answer) => (answer === undefined ? c : { ...c, answer }),
  ),
  side('before', 'Before'),
  side('after', 'After'),
  field<Details | null>(
    'answer_details',
    'Stages, factors, components',
    (c) => c.answer_details,
    (c, answer_details) => ({ ...c, answer_details }),
  ),
  field<Rubric | null>(
    'rubric',
    'Rubric',
    (c) => c.rubric,
    (c, rubric) => ({ ...c, rubric }),
  ),
  field(
    'source.from',
    'Source',
    (c) => c.source.from,
    (c, from) => ({ ...c, source: { ...c.source, from } }),
  ),
  field(
    'source.segments',
    'Interval',
    (c) => c.source.segments,
    (c, segments) => ({ ...c, source: { ...c.source, segments } }),
  ),
  field(
    'subtitles',
    'Subtitles',
    (c) => c.subtitles,
    (c, subtitles) => ({ ...c, subtitles }),
  ),
  field<Evidence[] | null>(
    'evidence',
    'Evidence',
    (c) => c.evidence,
    (c, evidence) => ({ ...c, evidence }),
  ),
];

/** Equal as JSON values, whatever the order of keys. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((k) => k in b && same((a as Record<string, unknown>)[k], (b as Record<string, unknown>)[k]))
  );
}

export interface Conflict {
  field: Field;
  yours: unknown;
  base: unknown;
  theirs: unknown;
}

/** QU71: what only one of the two changed is taken over; where both changed a field differently a person decides.
 *  Until then the merged content holds yours, so that nothing written leaves the page. */
export function merge(
  base: Content,
  yours: Content,
  theirs: Content,
): { content: Content; taken: Field[]; conflicts: Conflict[] } {
  let content = yours;
  const taken: Field[] = [];
  const conflicts: Conflict[] = [];
  for (const f of FIELDS) {
    const [b, y, t] = [f.read(base), f.read(yours), f.read(theirs)];
    if (same(b, t) || same(y, t)) continue;
    if (same(b, y)) {
      content = f.write(content, t as never);
      taken.push(f);
    } else conflicts.push({ field: f, yours: y, base: b, theirs: t });
  }
  return { content, taken, conflicts };
}

export interface Difference {
  field: Field;
  before: unknown;
  after: unknown;
}

export const differences = (before: Content, after: Content): Difference[] =>
  FIELDS.map((f) => ({ field: f, before: f.read(before), after: f.read(after) })).filter(
    (d) => !same(d.before, d.after),
  );
