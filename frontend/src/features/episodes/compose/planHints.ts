/** What the published schema of plans says about a place in a YAML text: pure, so that it can be tested and so that any
 *  editor can ask. A plan is a small YAML: keys by indentation, lists inline or by dashes. */

export interface Schema {
  description?: string;
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  items?: Schema;
  oneOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
}

/** Names that a plan may use in this project, under the key that takes them. */
export type Names = Partial<Record<'scenes' | 'collections' | 'performers' | 'scenarios', readonly string[]>>;

export interface Place {
  /** Keys from the outermost to the one that the value belongs to, or that holds the key being written. */
  path: string[];
  writing: 'key' | 'value';
  /** What stands before the cursor of the word being written. */
  word: string;
}

export interface Suggestion {
  label: string;
  /** What is put into the text. */
  insert: string;
  detail: string;
  info: string;
}

const KEY = /^(\s*)(?:- )?([A-Za-z_][\w]*)\s*:(.*)$/;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The keys around a line, from its indentation; a dash counts as its key's value. */
function parentsOf(lines: readonly string[], at: number, indent: number): string[] {
  const path: string[] = [];
  let inside = indent;
  for (let i = at - 1; i >= 0 && inside > 0; i -= 1) {
    const hit = KEY.exec(lines[i] ?? '');
    if (hit && hit[1]!.length < inside) {
      path.unshift(hit[2]!);
      inside = hit[1]!.length;
    }
  }
  return path;
}

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n');
  const lines = text.split('\n');
  const at = before.length - 1;
  const written = before[at] ?? '';
  const indent = indentOf(lines[at] ?? '');
  const key = KEY.exec(written);
  if (key) {
    const word = /[^\s,[{:]*$/.exec(key[3]!)?.[0] ?? '';
    return { path: [...parentsOf(lines, at, key[1]!.length), key[2]!], writing: 'value', word };
  }
  const word = written.trimStart();
  if (word.startsWith('-')) {
    return { path: parentsOf(lines, at, indent + 1), writing: 'value', word: word.slice(1).trimStart() };
  }
  const depth = word === '' ? written.length : indent;
  return { path: parentsOf(lines, at, depth), writing: 'key', word };
}

export function schemaAt(schema: Schema, path: readonly string[]): Schema | null {
  let found: Schema | undefined = schema;
  for (const key of path) found = found?.properties?.[key];
  return found ?? null;
}

const shown = (value: unknown): string => (Array.isArray(value) ? `[${value.join(', ')}]` : String(value));

function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return shown(schema.const);
  if (schema.enum) return schema.enum.map(shown).join(' | ');
  if (schema.oneOf) return schema.oneOf.map(kindOf).join(' | ');
  if (schema.type === 'array')
    return schema.items?.enum
      ? `[${schema.items.enum.map(shown).join(', ')}]`
      : schema.items?.type === 'number'
        ? `[${schema.items.minimum ?? 'low'}, ${schema.items.maximum ?? 'high'}]`
        : 'list of names';
  if (schema.type === 'integer' || schema.type === 'number')
    return schema.minimum !== undefined
      ? `${schema.minimum.toLocaleString('en')} to ${(schema.maximum ?? Infinity).toLocaleString('en')}`
      : schema.type;
  return schema.properties ? 'group' : (schema.type ?? '');
}

/** What a key means, in one or two sentences; empty where the schema says nothing. */
export function explain(schema: Schema, path: readonly string[]): string {
  const found = path.length > 0 ? schemaAt(schema, path) : null;
  if (!found) return '';
  const kind = kindOf(found);
  const said = [
    found.description ?? '',
    found.default !== undefined ? `Without it: ${shown(found.default)}.` : '',
  ];
  return [...said, kind && kind !== 'group' ? `Takes ${kind}.` : ''].filter(Boolean).join(' ');
}

function newLineFor(key: string, schema: Schema, indent: string): string {
  if (schema.properties)
    return `${key}:\n${indent}  ${(schema.required ?? []).map((r) => `${r}: `).join(`\n${indent}  `)}`;
  return schema.type === 'array' ? `${key}: []` : `${key}: `;
}

/** What may be written at a place: keys that are not there yet, or values. */
export function suggestionsAt(schema: Schema, names: Names, text: string, offset: number): Suggestion[] {
  const place = placeAt(text, offset);
  const found = schemaAt(schema, place.path);
  if (!found) return [];
  if (place.writing === 'value') return valuesOf(found, place.path.at(-1) ?? '', names);
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const indent = ' '.repeat(place.word === '' ? line.length : indentOf(line));
  const there = keysUnder(text, place.path);
  return Object.entries(found.properties ?? {})
    .filter(([key]) => key === place.word || !there.has(key))
    .map(([key, of]) => ({
      label: key,
      insert: newLineFor(key, of, indent),
      detail: kindOf(of),
      info: explain(schema, [...place.path, key]),
    }));
}

function valuesOf(schema: Schema, key: string, names: Names): Suggestion[] {
  const named = names[key as keyof Names] ?? [];
  const fixed = [
    ...(schema.enum ?? []),
    ...(schema.items?.enum ?? []),
    ...(schema.const !== undefined ? [schema.const] : []),
    ...(schema.oneOf ?? []).flatMap((one) => (one.const !== undefined ? [one.const] : [])),
  ].map(shown);
  return [
    ...fixed.map((value) => ({ label: value, insert: value, detail: '', info: '' })),
    ...named.map((name) => ({ label: name, insert: quoted(name), detail: key.replace(/s$/, ''), info: '' })),
  ];
}

/** A name that YAML would read as something else is put into quotes. */
const quoted = (name: string): string =>
  /^[A-Za-z][\w .-]*$/.test(name) && !/^(true|false|null|yes|no|on|off|all)$/i.test(name)
    ? name
    : JSON.stringify(name);

function keysUnder(text: string, path: readonly string[]): Set<string> {
  const lines = text.split('\n');
  const keys = new Set<string>();
  lines.forEach((line, at) => {
    const hit = KEY.exec(line);
    if (hit && parentsOf(lines, at, hit[1]!.length).join('.') === path.join('.')) keys.add(hit[2]!);
  });
  return keys;
}

/** The key at a place of the text and everything above it, for a hint on hover. */
export function keyAt(text: string, offset: number): { path: string[]; from: number; to: number } | null {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset) < 0 ? text.length : text.indexOf('\n', offset);
  const hit = KEY.exec(text.slice(start, end));
  if (!hit) return null;
  const from = start + text.slice(start, end).indexOf(hit[2]!);
  const to = from + hit[2]!.length;
  if (offset < from || offset > to) return null;
  const lines = text.split('\n');
  const at = text.slice(0, start).split('\n').length - 1;
  return { path: [...parentsOf(lines, at, hit[1]!.length), hit[2]!], from, to };
}
