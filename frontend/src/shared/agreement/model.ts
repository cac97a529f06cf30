/** The report's shape and the sentences drawn from it. Nothing undefined is ever written as 0 or 1. */
import { percent, signed } from '../lib/format';

export interface Alpha {
  value: number | null;
  low: number | null;
  high: number | null;
  undefined_reason: string | null;
  interval_undefined_reason?: string | null;
}
export interface Summary {
  n: number;
  observed: number | null;
  chance: number | null;
  alpha: Alpha;
}
export interface Coefficient {
  value: number | null;
  undefined_reason: string | null;
  kind?: string;
}
/** Cohen's κ over the pairs that have one, each weighing as much as it has items. */
export interface PairKappa extends Coefficient {
  pairs: number;
  items: number;
}
export interface Share {
  n: number;
  share: number;
  low: number;
  high: number;
}
export interface Pairs {
  both_accept: number;
  split: number;
  both_reject: number;
}
export interface Report {
  n_items: number;
  n_decisions?: number;
  n_single?: number;
  n_groups?: number;
  resamples?: number;
  excluded?: Record<string, number>;
  observed: number | null;
  chance: number | null;
  alpha: Alpha;
  ac1: Coefficient;
  kappa: Coefficient;
  cohen?: PairKappa;
  code_version?: string;
  threshold?: { alpha: number; below: boolean } | null;
  choices?: {
    types: { kind: string; granularity: string; type: string; n: number }[];
    batches: { id: string; kind: string; name: string }[];
  };
  contingency: Pairs & { by_chance: Pairs | null };
  by_granularity?: (Summary & { granularity: string })[];
  by_type: (Summary & { type: string; granularity?: string })[];
  by_judgement: (Summary & { id: string; label?: string })[];
  by_week: (Summary & { week: string })[];
  by_pair: (Summary & { pair: string[]; kappa?: Coefficient; table?: Pairs | null })[];
  by_reviewer: {
    reviewer: string;
    n: number;
    accepted: number;
    rate: number;
    low: number;
    high: number;
    same?: Share | null;
  }[];
  computed_at?: string | null;
}

export const MIN_ITEMS = 20;
export const alphaText = (a: { value: number | null }, digits = 2): string =>
  a.value === null ? 'undefined' : signed(a.value, digits);

/** "Both accept four in five, so 67.4 % would match by chance": the accept share of all verdicts in words. */
export function acceptShare({ both_accept, split, both_reject }: Pairs): number | null {
  const n = both_accept + split + both_reject;
  return n === 0 ? null : (both_accept + split / 2) / n;
}

const FRACTIONS: [number, string][] = [
  [0.5, 'one in two'],
  [0.6, 'three in five'],
  [0.667, 'two in three'],
  [0.75, 'three in four'],
  [0.8, 'four in five'],
  [0.9, 'nine in ten'],
  [0.95, 'nineteen in twenty'],
];
export function fractionWords(share: number): string {
  const [nearest, words] = FRACTIONS.reduce((best, f) =>
    Math.abs(f[0] - share) < Math.abs(best[0] - share) ? f : best,
  );
  return Math.abs(nearest - share) < 0.03 ? `about ${words}` : percent(share, 0);
}

/** What was left out, for the subtitle. */
export function leftOut(report: Pick<Report, 'excluded' | 'n_single'>): string {
  const words: Record<string, string> = {
    skipped: 'skipped',
    superseded: 'superseded',
    later_rounds: 'from later rounds',
    open_rounds: 'in open rounds',
    void_rounds: 'given up while being judged',
    taken_back: 'taken back',
    held: 'still held',
    single: 'judged once',
  };
  const parts = Object.entries(report.excluded ?? {})
    .filter(([, n]) => n > 0)
    .map(([k, n]) => `${n} ${words[k] ?? k.replaceAll('_', ' ')}`);
  if (report.n_single && !report.excluded?.single) parts.push(`${report.n_single} judged once`);
  return parts.length > 0 ? `Left out: ${parts.join(', ')}.` : 'Nothing was left out.';
}

/** How many of the intervals include 0, as a sentence under the table; null when there are none. */
export function zeroSentence(rows: readonly Summary[]): string | null {
  const known = rows.filter((r) => r.alpha.low !== null && r.alpha.high !== null);
  if (known.length < 2) return null;
  const zero = known.filter((r) => r.alpha.low! <= 0 && r.alpha.high! >= 0).length;
  if (zero === 0) return null;
  return zero === 1
    ? `1 of ${known.length} intervals includes 0: too few items to tell it apart from chance.`
    : `${zero} of ${known.length} intervals include 0: too few items to tell these apart from chance.`;
}

/** One scale for all intervals of a table, in tenths, with 0 inside. */
export function forestRange(rows: readonly Summary[]): { low: number; high: number } {
  const values = rows
    .flatMap((r) => [r.alpha.value, r.alpha.low, r.alpha.high])
    .filter((v): v is number => v !== null);
  const low = Math.min(-0.1, ...values);
  const high = Math.max(0.3, ...values);
  return { low: Math.floor(low * 10) / 10, high: Math.ceil(high * 10) / 10 };
}
