/** The header of a table or JSON list, read in the browser so that columns can be mapped before anything is sent. */
export interface Header {
  columns: string[];
  example: string[];
  rows: number;
}

export function splitLine(line: string, delimiter: string): string[] {
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

export function delimiterOf(name: string, line: string): string {
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
