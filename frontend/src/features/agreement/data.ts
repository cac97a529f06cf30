/** The numbers of each card as rows, for its table and its CSV. */
import { percent } from '../../shared/lib/format';
import { alphaText, type Report, type Summary } from '../../shared/agreement/model';
import type { Cell, ChartData } from '../../shared/charts/table';

const share = (value: number): string => percent(value);
const alpha = (value: number): string => alphaText({ value }, 3);
const COLUMNS = ['Items', 'Observed', 'By chance', 'Alpha', 'Low', 'High', 'Undefined because'];
const SHOWN = { Observed: share, 'By chance': share, Alpha: alpha, Low: alpha, High: alpha };

export type About = Record<string, string>;

const cellsOf = (row: Summary): Cell[] => [
  row.n,
  row.observed,
  row.chance,
  row.alpha.value,
  row.alpha.low,
  row.alpha.high,
  row.alpha.undefined_reason ?? row.alpha.interval_undefined_reason ?? null,
];

export function summaries(
  name: string,
  head: string,
  rows: readonly (Summary & { name: string })[],
  about: About,
): ChartData {
  return {
    name,
    columns: [head, ...COLUMNS],
    rows: rows.map((row) => [row.name, ...cellsOf(row)]),
    shown: SHOWN,
    about,
  };
}

export function pairsData(report: Report, about: About): ChartData {
  return {
    name: 'agreement-pairs',
    columns: ['Pair', ...COLUMNS, 'Cohen kappa', 'Both accept', 'Split', 'Both reject'],
    rows: report.by_pair.map((row) => [
      row.pair.join(' + '),
      ...cellsOf(row),
      row.kappa?.value ?? null,
      row.table?.both_accept ?? null,
      row.table?.split ?? null,
      row.table?.both_reject ?? null,
    ]),
    shown: { ...SHOWN, 'Cohen kappa': alpha },
    about,
  };
}

export function verdictsData(report: Report, words: readonly [string, string], about: About): ChartData {
  const { both_accept, split, both_reject, by_chance } = report.contingency;
  const rounded = (value: number): string => String(Math.round(value));
  return {
    name: 'agreement-verdict-pairs',
    columns: ['Pair', 'Items', 'By chance'],
    rows: [
      [`Both ${words[0]}`, both_accept, by_chance?.both_accept ?? null],
      ['Split', split, by_chance?.split ?? null],
      [`Both ${words[1]}`, both_reject, by_chance?.both_reject ?? null],
    ],
    shown: { 'By chance': rounded },
    about,
  };
}

export function ratesData(report: Report, about: About): ChartData {
  return {
    name: 'agreement-accept-rates',
    columns: ['Reviewer', 'Verdicts', 'Accepted', 'Rate', 'Low', 'High'],
    rows: report.by_reviewer.map((r) => [r.reviewer, r.n, r.accepted, r.rate, r.low, r.high]),
    shown: { Rate: share, Low: share, High: share },
    about,
  };
}
