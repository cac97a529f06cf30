/** Which field of somebody's file means what, as the server's mappings say it; and what it makes of a record. */
import type { Json } from './records';

export const TARGETS = [
  { id: 'external_id', label: 'Id', hint: 'needed: a record is known by it', needed: true },
  { id: 'question', label: 'Question', hint: 'needed', needed: true },
  { id: 'granularity', label: 'About', hint: 'clip or episode' },
  { id: 'type', label: 'Type', hint: 'which of the eight kinds' },
  { id: 'video', label: 'Video', hint: 'id or name' },
  { id: 'origin', label: 'Source', hint: 'series, season, episode, address' },
  { id: 'segments', label: 'Interval', hint: 'list of stretches, or one' },
  { id: 'options', label: 'Options', hint: 'a list, or a field for each' },
  { id: 'answer', label: 'Answer', hint: 'letter, label or text' },
  { id: 'subtitles', label: 'Subtitles', hint: 'list of lines' },
] as const;
export type Target = (typeof TARGETS)[number]['id'];
/** Values of these are translated into our own words. */
export const TRANSLATED: readonly Target[] = ['granularity', 'type'];

export interface Mapping {
  paths: Partial<Record<Target, string[]>>;
  values: Partial<Record<Target, Record<string, string>>>;
  constants: Partial<Record<Target, string>>;
  segmentKeys: [string, string];
  subtitleKeys: [string, string, string];
}
export const EMPTY: Mapping = {
  paths: {},
  values: {},
  constants: {},
  segmentKeys: ['start', 'end'],
  subtitleKeys: ['t', 'speaker', 'text'],
};

function atPath(record: unknown, path: string): unknown {
  let found: unknown = record;
  for (const part of path.split('.')) {
    if (Array.isArray(found) && /^\d{1,5}$/.test(part)) found = found[Number(part)];
    else if (typeof found === 'object' && found !== null && !Array.isArray(found))
      found = (found as Json)[part];
    else return undefined;
  }
  return found;
}

const there = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** The first path that leads to something, else the constant. */
export function find(mapping: Mapping, target: Target, record: Json): unknown {
  const paths = mapping.paths[target] ?? [];
  const path = paths.find((p) => there(atPath(record, p)));
  if (path === undefined) return mapping.constants[target] || undefined;
  const value = atPath(record, path);
  if (target === 'options' && typeof value === 'string' && paths.length > 1)
    return paths.map((p) => atPath(record, p)).filter(there);
  return value;
}

const plain = (text: string): string =>
  text
    .replace(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase();

/** A value in our own words, where the mapping or the words themselves say so; undefined where nobody does. */
export function meaning(
  mapping: Mapping,
  target: Target,
  value: unknown,
  known: readonly string[],
): string | undefined {
  if (typeof value !== 'string') return undefined;
  const pairs = Object.entries(mapping.values[target] ?? {});
  const said = pairs.find(([given]) => plain(given) === plain(value))?.[1];
  return known.find((word) => word === (said ?? plain(value)));
}

const MAX_DEPTH = 3;
const MAX_PATHS = 200;

/** Every path that leads somewhere in the records: keys joined by dots, and the first of a list. */
export function pathsOf(records: readonly Json[]): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, path: string, depth: number) => {
    if (found.size >= MAX_PATHS || depth > MAX_DEPTH) return;
    if (path) found.add(path);
    const under = path ? `${path}.` : '';
    if (Array.isArray(value)) {
      if (typeof value[0] !== 'object') walk(value[0], `${under}0`, depth + 1);
    } else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, `${under}${key}`, depth + 1);
  };
  for (const record of records) walk(record, '', 0);
  return [...found];
}

const GUESS: Record<Target, RegExp> = {
  external_id: /^(question_id|qid|id|item_id|uid)$/i,
  question: /^(question|q|prompt)$/i,
  granularity: /^(granularity|scope|level)$/i,
  type: /^(type|task_type|task|category)$/i,
  video: /^(video_id|video_name|video|clip|clip_id)$/i,
  origin: /^(source|origin|episode|url)(\.from)?$/i,
  segments: /^(segments|interval|source\.segments|time|span)$/i,
  options: /^(options|choices|candidates)$/i,
  answer: /^(answer|correct|correct_answer|gold|label)$/i,
  subtitles: /^(subtitles|transcript|captions)$/i,
};

/** A mapping to begin with: by the names of the fields, and by what the lists hold. */
export function guess(records: readonly Json[]): Mapping {
  const paths = pathsOf(records);
  const found: Mapping['paths'] = {};
  for (const { id } of TARGETS) {
    const hit = paths.find((p) => GUESS[id].test(p));
    if (hit) found[id] = [hit];
  }
  const single = paths.filter((p) => /^(option_?)?[A-F]$/.test(p));
  if (!found.options && single.length > 1) found.options = single;
  const keysIn = (target: Target): string[] => {
    const value = found[target] && atPath(records[0], found[target][0]!);
    const first = Array.isArray(value) ? (value[0] as unknown) : value;
    return typeof first === 'object' && first !== null && !Array.isArray(first) ? Object.keys(first) : [];
  };
  const among = (keys: string[], pattern: RegExp, otherwise: string) =>
    keys.find((k) => pattern.test(k)) ?? otherwise;
  const segment = keysIn('segments');
  const line = keysIn('subtitles');
  return {
    ...EMPTY,
    paths: found,
    segmentKeys: [among(segment, /start|from|begin/i, 'start'), among(segment, /end|to|stop/i, 'end')],
    subtitleKeys: [
      among(line, /^(t|time|times|span)$/i, 't'),
      among(line, /speaker|who|name/i, 'speaker'),
      among(line, /text|line|content/i, 'text'),
    ],
  };
}

/** What is sent: only what was said. */
export function toJson(mapping: Mapping): string {
  const filled = <T>(pairs: Partial<Record<Target, T>>, keep: (value: T) => boolean) =>
    Object.fromEntries(Object.entries(pairs).filter(([, value]) => keep(value as T)));
  return JSON.stringify({
    paths: filled(mapping.paths, (p) => p.length > 0),
    values: filled(mapping.values, (v) => Object.keys(v).length > 0),
    constants: filled(mapping.constants, (c) => c.trim() !== ''),
    segment_keys: mapping.segmentKeys,
    subtitle_keys: mapping.subtitleKeys,
  });
}

/** What a mapping lacks before it can be sent. */
export const missing = (mapping: Mapping): string[] =>
  TARGETS.filter((t) => 'needed' in t && !(mapping.paths[t.id]?.length ?? 0)).map((t) => t.label);
