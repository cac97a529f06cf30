/** Objections of the server to a draft, and the field of the form where each is shown. */
export interface Problem {
  rule: string;
  severity: 'error' | 'warning';
  field: string;
  message: string;
  /** Why the rule is there; what the page itself objects to may go without. */
  reason?: string;
}

const covers = (place: string, field: string): boolean =>
  field === place || field.startsWith(`${place}.`) || field.startsWith(`${place}[`);

/** The problems by the most exact of the known places; those of no place stand under "". */
export function placed<P extends Problem>(
  problems: readonly P[],
  places: readonly string[],
): Map<string, P[]> {
  const found = new Map<string, P[]>();
  for (const problem of problems) {
    const place = places
      .filter((p) => covers(p, problem.field))
      .reduce((best, p) => (p.length > best.length ? p : best), '');
    found.set(place, [...(found.get(place) ?? []), problem]);
  }
  return found;
}

/** Errors before warnings, as links to their fields are listed. */
export const errorsOf = <P extends Problem>(problems: readonly P[]): P[] =>
  problems.filter((p) => p.severity === 'error');

/** The part of a content that a field names; undefined where there is none. */
function valueAt(content: unknown, field: string): unknown {
  let found = content;
  for (const part of field.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}

/** What is not written yet is no fault before somebody wants to submit: such errors wait until then. */
export function afterFirstWords<P extends Problem>(problems: readonly P[], content: unknown): P[] {
  const blank = (value: unknown) =>
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return problems.filter((p) => p.severity !== 'error' || !blank(valueAt(content, p.field)));
}

const WORDS: readonly [RegExp, (m: RegExpExecArray) => string][] = [
  [/^question$/, () => 'Question'],
  [/^answer$/, () => 'Answer'],
  [/^answer\.before/, () => 'Before'],
  [/^answer\.after/, () => 'After'],
  [/^answer\[/, () => 'Answer'],
  [/^answer_details\.items\[(\d+)\]\.?(\w*)/, (m) => `Item ${Number(m[1]) + 1}${m[2] ? `, ${m[2]}` : ''}`],
  [/^answer_details\.description/, () => 'What holds for all items'],
  [/^answer_details/, () => 'Items'],
  [/^rubric\.scores\.(\d+)/, (m) => `Score ${m[1]}`],
  [/^rubric\.criterion/, () => 'Criterion'],
  [/^rubric/, () => 'Rubric'],
  [/^source\.segments(?:\[(\d+)\])?/, (m) => (m[1] ? `Segment ${Number(m[1]) + 1}` : 'Interval')],
  [/^source/, () => 'Source'],
  [/^subtitles(?:\[(\d+)\])?/, (m) => (m[1] ? `Subtitle line ${Number(m[1]) + 1}` : 'Subtitles')],
  [/^evidence(?:\[(\d+)\])?/, (m) => (m[1] ? `Evidence ${Number(m[1]) + 1}` : 'Evidence')],
  [/^watched$/, () => 'Watched'],
  [/^scope_rechecked$/, () => 'Older question'],
  [/^type$/, () => 'Kind'],
];

/** A field as a person reads it; the name of the format where there is none. `ids` name the reference items. */
export function fieldWords(field: string, ids: readonly string[] = []): string {
  const item = /^answer_details\.items\[(\d+)\]\.?(\w*)/.exec(field);
  const id = item && ids[Number(item[1])];
  if (id) return [id, item[2]].filter(Boolean).join(', ');
  for (const [pattern, words] of WORDS) {
    const match = pattern.exec(field);
    if (match) return words(match);
  }
  return field;
}
