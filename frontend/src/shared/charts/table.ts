/** What a chart shows as rows: the table behind it and its CSV come from the same place. */
export type Cell = string | number | null;
export interface ChartData {
  /** Name of the file, without its ending. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
  /** Said on every line of the CSV: what was filtered, by which code it was worked. */
  about?: Readonly<Record<string, string>>;
  /** How a number is written on screen, by column; in the CSV it keeps all its digits. */
  shown?: Readonly<Record<string, (value: number) => string>>;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  // A spreadsheet must not take a name for a formula.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180, with what the numbers are about in the last columns; what is not defined is an empty cell. */
export function toCsv({ columns, rows, about = {} }: ChartData): string {
  const head = [...columns, ...Object.keys(about)];
  const tail = Object.values(about);
  return [head, ...rows.map((row) => [...row, ...tail])]
    .map((row) => `${row.map(cellText).join(',')}\r\n`)
    .join('');
}

export function cellShown(data: ChartData, column: number, cell: Cell): string {
  if (cell === null) return '–';
  const shown = data.shown?.[data.columns[column] ?? ''];
  return typeof cell === 'number' && shown ? shown(cell) : String(cell);
}
