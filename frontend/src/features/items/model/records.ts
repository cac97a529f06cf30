/** The first records of a file, read in the browser before anything is sent: to recognise its form and to show what a
 *  mapping makes of it. The server reads the whole file again and has the last word. */
import { delimiterOf, splitLine } from '../../../shared/lib/header';

export type Json = Record<string, unknown>;
export interface Beginning {
  format: 'json' | 'lines' | 'table';
  records: Json[];
}

export const READ_BYTES = 1_048_576;
const WRAPPER = /"(?:questions|items|data)"\s*:\s*\[/;

export function firstRecords(name: string, text: string, count = 5): Beginning | null {
  const clean = text.replace(/^\uFEFF/, '').trimStart();
  if (/\.(csv|tsv|tab)$/i.test(name)) return table(name, clean, count);
  if (clean.startsWith('[')) return some('json', objects(clean, 1, count));
  if (!clean.startsWith('{')) return null;
  const end = endOf(clean, 0);
  const next = end === null ? '' : clean.slice(end).trimStart();
  if (/\.(jsonl|ndjson)$/i.test(name) || next.startsWith('{')) return some('lines', objects(clean, 0, count));
  const wrapper = WRAPPER.exec(clean);
  if (wrapper) return some('json', objects(clean, wrapper.index + wrapper[0].length, count));
  return some('json', objects(clean, 0, 1));
}

const some = (format: Beginning['format'], records: Json[]): Beginning | null =>
  records.length > 0 ? { format, records } : null;

function table(name: string, text: string, count: number): Beginning | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return null;
  const delimiter = delimiterOf(name, lines[0]!);
  const columns = splitLine(lines[0]!, delimiter);
  return some(
    'table',
    lines.slice(1, count + 1).map((line) => {
      const cells = splitLine(line, delimiter);
      return Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? '']));
    }),
  );
}

/** Whole objects from a place on; one that is cut off by the end of what was read is left out. */
function objects(text: string, from: number, count: number): Json[] {
  const found: Json[] = [];
  let at = from;
  while (found.length < count) {
    at += /^[\s,]*/.exec(text.slice(at, at + 10_000))![0].length;
    if (text[at] !== '{') break;
    const end = endOf(text, at);
    if (end === null) break;
    try {
      found.push(JSON.parse(text.slice(at, end)) as Json);
    } catch {
      break;
    }
    at = end;
  }
  return found;
}

/** Where the object that begins here ends; null where the text ends first. */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const c = text[at];
    if (quoted) {
      if (c === '\\') at += 1;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '{' || c === '[') depth += 1;
    else if ((c === '}' || c === ']') && (depth -= 1) === 0) return at + 1;
  }
  return null;
}

const TEN = [
  ...['question_id', 'video_id', 'source', 'granularity', 'type'],
  ...['question', 'answer', 'answer_details', 'rubric', 'subtitles'],
];
export type Form = 'items' | 'ten-fields' | 'longemo-choice' | 'table' | 'own';

/** Which form the records have; "own" where only a person can say what their fields mean. */
export function recognise({ format, records }: Beginning): Form {
  const keys = Object.keys(records[0] ?? {});
  const has = (...names: string[]) => names.every((name) => keys.includes(name));
  if (has(...TEN) && keys.length === TEN.length) return 'items';
  if (has('qid', 'video_name', 'question')) return 'longemo-choice';
  if (has('question_id', 'video_id', 'question')) return 'ten-fields';
  if (format === 'table' && has('question') && keys.some((k) => ['id', 'qid', 'question_id'].includes(k)))
    return 'table';
  return 'own';
}
