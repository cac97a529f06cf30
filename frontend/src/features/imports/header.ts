/** The header of a manifest, read in the browser so that columns can be mapped before anything is sent. */
export interface Header {
  columns: string[];
  example: string[];
  rows: number;
}

function splitLine(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i += 1) {
    const c = line[i]!;
    if (quoted) {
      if (c === '"' && line[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else if (c === '"') quoted = false;
      else cell += c;
    } else if (c === '"' && cell === '') quoted = true;
    else if (c === delimiter) {
      cells.push(cell);
      cell = '';
    } else cell += c;
  }
  return [...cells, cell].map((c) => c.trim());
}

function delimiterOf(name: string, line: string): string {
  if (/\.(tsv|tab)$/i.test(name)) return '\t';
  return ['\t', ',', ';', '|'].reduce(
    (best, d) => (line.split(d).length > line.split(best).length ? d : best),
    ',',
  );
}

export function readHeader(name: string, text: string): Header | null {
  const clean = text.replace(/^\uFEFF/, '');
  if (/\.json$/i.test(name) || /^\s*[[{]/.test(clean)) return jsonHeader(clean);
  const lines = clean.split(/\r?\n/).filter((l) => l.trim() !== '');
  if (lines.length === 0) return null;
  const delimiter = delimiterOf(name, lines[0]!);
  return {
    columns: splitLine(lines[0]!, delimiter),
    example: splitLine(lines[1] ?? '', delimiter),
    rows: lines.length - 1,
  };
}

function jsonHeader(text: string): Header | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const rows = Array.isArray(parsed)
      ? parsed
      : Object.values(parsed as Record<string, unknown>).find((v) => Array.isArray(v));
    const first = (rows as unknown[] | undefined)?.[0];
    if (typeof first !== 'object' || first === null) return null;
    return {
      columns: Object.keys(first),
      example: Object.values(first).map(String),
      rows: (rows as unknown[]).length,
    };
  } catch {
    return null;
  }
}

export const FIELDS = [
  { id: 'file', label: 'File', hint: 'name or path of the BVH file' },
  { id: 'source_label', label: 'Source label', hint: 'the emotion as the collection writes it' },
  { id: 'label', label: 'Label of the five', hint: 'where the table has it already' },
  { id: 'performer', label: 'Performer', hint: 'unknown ones stay unknown' },
  { id: 'performance', label: 'Performance', hint: 'the take; without it each file is its own' },
  { id: 'part', label: 'Part', hint: 'of a recording of two people' },
  { id: 'collection', label: 'Collection', hint: '' },
  { id: 'scenario', label: 'Scenario', hint: 'what is done' },
  { id: 'licence', label: 'Licence', hint: '' },
  {
    id: 'may_redistribute',
    label: 'May be passed on',
    hint: 'media, derived or annotations; “yes” allows media',
  },
  { id: 'may_send_to_external_model', label: 'External models', hint: 'yes or no' },
  { id: 'content_warnings', label: 'Content warnings', hint: '' },
] as const;
export type FieldId = (typeof FIELDS)[number]['id'];

const GUESS: Record<FieldId, RegExp> = {
  file: /^(file|file_?name|path|file_?path|bvh|name)$/i,
  source_label: /^(source_label|emotion|style|affect|category)$/i,
  label: /^(label|five_class|five_label)$/i,
  performer: /^(performer|actor|subject|person)(_id)?$/i,
  performance: /^(performance|recording|take)(_id)?$/i,
  part: /^(part|side|role)$/i,
  collection: /^(collection|dataset|corpus|origin)$/i,
  scenario: /^(scenario|action|activity)$/i,
  licence: /^(licence|license|terms)$/i,
  may_redistribute: /^(may_redistribute|redistribut(e|able|ion))$/i,
  may_send_to_external_model: /^(may_send_to_external_model|external_model)$/i,
  content_warnings: /^content_warnings?$/i,
};

export function guessColumns(columns: readonly string[]): Partial<Record<FieldId, string>> {
  const found: Partial<Record<FieldId, string>> = {};
  for (const f of FIELDS) {
    const hit = columns.find((c) => GUESS[f.id].test(c) && !Object.values(found).includes(c));
    if (hit) found[f.id] = hit;
  }
  return found;
}
