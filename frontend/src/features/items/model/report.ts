import type { ItemImportRow } from '../api';

/** One line of the report: a record and one objection to it, or a record without any. */
export interface ReportLine {
  key: string;
  number: number;
  line: number | null;
  external_id: string;
  item: string | null;
  outcome: string;
  rule: string;
  severity: string;
  field: string;
  message: string;
}

export function linesOf(rows: readonly ItemImportRow[]): ReportLine[] {
  return rows.flatMap((row) => {
    const { number, line, external_id, item, outcome } = row;
    const record = { number, line, external_id, item, outcome };
    if (row.problems.length === 0)
      return [{ key: `${number}`, ...record, rule: '', severity: '', field: '', message: '' }];
    return row.problems.map((p, place) => ({
      key: `${number}.${place}`,
      ...record,
      rule: p.rule,
      severity: p.severity,
      field: p.field,
      message: p.message,
    }));
  });
}

const COLUMNS = [
  ...(['number', 'line', 'external_id', 'outcome'] as const),
  ...(['severity', 'rule', 'field', 'message'] as const),
];

/** A cell that a spreadsheet takes for text, whatever somebody's file put into it. */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toCsv = (lines: readonly ReportLine[]): string =>
  [COLUMNS.join(','), ...lines.map((line) => COLUMNS.map((c) => cell(line[c])).join(','))]
    .map((row) => `${row}\r\n`)
    .join('');
