import type { Preview, ReleaseCheck, ReleaseDiff } from './types';

export type Tone = 'ok' | 'warn' | 'no';

export const toneOfCheck = (c: ReleaseCheck): Tone => (c.ok ? 'ok' : c.blocking === false ? 'warn' : 'no');

/** Blocking first, then warnings, then what is fine. */
export function sortChecks(checks: readonly ReleaseCheck[]): ReleaseCheck[] {
  const rank = { no: 0, warn: 1, ok: 2 };
  return checks.toSorted((a, b) => rank[toneOfCheck(a)] - rank[toneOfCheck(b)]);
}

/** Sections of the stepper with the worst tone of what they hold. */
export function sectionTones(preview: Preview): Record<'contents' | 'split' | 'checks' | 'diff', Tone> {
  const worst = (checks: ReleaseCheck[]): Tone =>
    checks.some((c) => toneOfCheck(c) === 'no')
      ? 'no'
      : checks.some((c) => toneOfCheck(c) === 'warn')
        ? 'warn'
        : 'ok';
  const by = (test: (id: string) => boolean) => preview.checks.filter((c) => test(c.id));
  const isSplit = (id: string) => /split|leak|drift|label/.test(id);
  const isRows = (id: string) => id === 'rows' || id.startsWith('text');
  const isDiff = (id: string) => id.startsWith('version');
  return {
    contents: preview.included === 0 ? 'no' : worst(by(isRows)),
    split: preview.leakage.disjoint ? worst(by(isSplit)) : 'no',
    checks: worst(by((id) => !isSplit(id) && !isRows(id) && !isDiff(id))),
    diff: worst(by(isDiff)),
  };
}

export const blocked = (preview: Preview): ReleaseCheck[] =>
  preview.checks.filter((c) => toneOfCheck(c) === 'no');

export const cleanVersion = (text: string): string => text.trim().replace(/^v/i, '');
export const isVersion = (text: string): boolean =>
  /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.test(cleanVersion(text));

/** "train 0.7, validation 0.15, test 0.15" ↔ shares. */
export function parseShares(text: string): Record<string, number> | null {
  const shares: Record<string, number> = {};
  for (const part of text
    .split(/[,;\n]/)
    .map((p) => p.trim())
    .filter(Boolean)) {
    const hit = /^([a-z][a-z0-9_]*)\s*[:= ]\s*(\d+(?:\.\d+)?)$/.exec(part);
    if (!hit || Number(hit[2]) <= 0) return null;
    shares[hit[1]!] = Number(hit[2]);
  }
  return Object.keys(shares).length > 0 ? shares : null;
}

/** The word of a release's chip: what happened to it last. */
export const stateOf = (r: {
  state: string;
  published_at: string | null;
  withdrawn_reason: string | null;
}): string => (r.withdrawn_reason ? 'withdrawn' : r.published_at ? 'published' : r.state);

/** What is typed for the splits: shares, or counts of which one may be "rest". Null where it makes no sense. */
export function parseTargets(
  text: string,
  mode: 'shares' | 'counts',
): Record<string, number | 'rest'> | null {
  if (mode === 'shares') return parseShares(text);
  const counts: Record<string, number | 'rest'> = {};
  for (const part of text.split(/[,;\n]/).map((p) => p.trim())) {
    if (!part) continue;
    const hit = /^([a-z][a-z0-9_]*)\s*[:= ]\s*(\d+|rest)$/.exec(part);
    if (!hit || hit[2] === '0' || (hit[1] ?? '') in counts) return null;
    counts[hit[1]!] = hit[2] === 'rest' ? 'rest' : Number(hit[2]);
  }
  const rests = Object.values(counts).filter((n) => n === 'rest').length;
  return Object.keys(counts).length > 0 && rests <= 1 ? counts : null;
}
export const writeTargets = (targets: Record<string, unknown>): string =>
  Object.entries(targets)
    .map(([k, v]) => `${k} ${String(v)}`)
    .join(', ');

/** The filters of a difference with how many rows each shows. */
export function diffCounts(diff: Pick<ReleaseDiff, 'added' | 'removed' | 'changed'>) {
  const of = (what: string) => diff.changed[what] ?? 0;
  const changed = of('label') + of('split') + of('content');
  return [
    { id: '', label: 'All', n: diff.added + diff.removed + changed },
    { id: 'added', label: 'Added', n: diff.added },
    { id: 'removed', label: 'Removed', n: diff.removed },
    { id: 'changed.label', label: 'Reference', n: of('label') },
    { id: 'changed.split', label: 'Split', n: of('split') },
    { id: 'changed.content', label: 'Otherwise', n: of('content') },
  ];
}

/** A value of a row in little room. */
export function shownValue(value: unknown): string {
  const text =
    value === null || value === undefined
      ? 'none'
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** An answer in one line: labels, both sides of a transition, or text. */
export function answerText(answer: unknown): string {
  if (Array.isArray(answer)) return answer.join(', ');
  if (answer !== null && typeof answer === 'object')
    return Object.entries(answer)
      .map(([side, labels]) => `${side}: ${answerText(labels)}`)
      .join(' · ');
  return String(answer ?? '');
}
