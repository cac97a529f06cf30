/** The editable part of an item, in the fields of the format, and what one may do to it. No React, no clock. */
import type { RubricFamily, TaskKind } from '../taxonomy/taxonomy';

export interface Segment {
  start: number;
  end: number;
}
export interface SubtitleLine {
  id: string;
  t: [number, number];
  speaker: string | null;
  text: string;
}
/** A stage has an anchor, an emotion and perhaps an intensity; factors and components have a description alone. */
export interface ReferenceItem {
  id: string;
  description: string;
  anchor?: string;
  emotion?: string;
  intensity?: string | null;
}
export interface Details {
  description: string;
  items: ReferenceItem[];
}
export interface Rubric {
  criterion: string;
  scores: Record<string, string>;
}
export interface BeforeAfter {
  before: string[];
  after: string[];
}
export type Answer = string[] | BeforeAfter | string;
/** A stretch that shows what the answer says, for one reference item or for the whole. Kept here, in no file. */
export interface Evidence {
  start: number;
  end: number;
  item: string | null;
}
export interface Content {
  source: { from: string; segments: Segment[] | null };
  question: string;
  answer: Answer | null;
  answer_details: Details | null;
  rubric: Rubric | null;
  subtitles: SubtitleLine[] | null;
  evidence: Evidence[] | null;
}

export type Prefix = 'S' | 'R' | 'C';
const PREFIXES: Record<string, Prefix> = { result: 'C', trajectory: 'S', causal: 'R' };
const HIGHEST: Record<string, number> = { result: 1, trajectory: 4, causal: 3 };
export const ITEM_WORDS: Record<Prefix, { one: string; many: string }> = {
  S: { one: 'stage', many: 'Stages' },
  R: { one: 'factor', many: 'Factors' },
  C: { one: 'component', many: 'Components' },
};

/** The family that scores the answer: by the rubric's highest score, else the task's only one. */
export function familyOf(kind: TaskKind, content: Pick<Content, 'rubric'>): string | null {
  const highest = content.rubric ? Object.keys(content.rubric.scores).length - 1 : null;
  const scored = kind.families.find((f) => HIGHEST[f] === highest);
  return scored ?? (kind.families.length === 1 ? kind.families[0]! : null);
}

export const prefixOf = (family: string | null): Prefix | null => (family && PREFIXES[family]) || null;

/** What the server keeps in the shape that the forms edit: every part is there, in the form of the task. */
export function asForm(given: Partial<Content>, kind: TaskKind): Content {
  return {
    source: { from: given.source?.from ?? '', segments: given.source?.segments ?? null },
    question: given.question ?? '',
    answer: answerFor(given.answer ?? null, kind),
    answer_details: given.answer_details ?? null,
    rubric: given.rubric ?? null,
    subtitles: given.subtitles ?? null,
    evidence: given.evidence ?? null,
  };
}

function answerFor(answer: Answer | null, kind: TaskKind): Answer {
  if (kind.answer_form === 'text') return typeof answer === 'string' ? answer : '';
  if (kind.answer_form === 'labels') return Array.isArray(answer) ? answer : [];
  const sides = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : null;
  return { before: sides?.before ?? [], after: sides?.after ?? [] };
}

/** QU15: criterion and scores of a family, to start from. */
export const rubricOf = (family: RubricFamily): Rubric => ({
  criterion: family.criterion,
  scores: { ...family.scores },
});

export type Change =
  | { do: 'question'; text: string }
  | { do: 'text'; text: string }
  | { do: 'labels'; side: 'answer' | 'before' | 'after'; labels: string[] }
  | { do: 'details'; text: string }
  | { do: 'item.add' }
  | { do: 'item.remove'; place: number }
  | { do: 'item.move'; place: number; by: number }
  /** The places of the items in their new order. */
  | { do: 'item.sort'; order: readonly number[] }
  | { do: 'item.edit'; place: number; key: 'description' | 'anchor' | 'emotion' | 'intensity'; text: string }
  | { do: 'rubric'; family: RubricFamily }
  | { do: 'criterion'; text: string }
  | { do: 'score'; score: string; text: string }
  | { do: 'origin'; text: string }
  | { do: 'segments'; segments: Segment[] | null }
  | { do: 'spans'; segments: Segment[] | null; evidence: Evidence[] | null }
  | { do: 'subtitles'; lines: SubtitleLine[] | null }
  | { do: 'evidence'; evidence: Evidence[] }
  | { do: 'all'; content: Content };

/** The field that a change is about, as the server names it in problems. */
export function fieldOf(change: Change): string {
  switch (change.do) {
    case 'text':
      return 'answer';
    case 'labels':
      return change.side === 'answer' ? 'answer' : `answer.${change.side}`;
    case 'details':
      return 'answer_details.description';
    case 'item.add':
    case 'item.remove':
    case 'item.move':
    case 'item.sort':
      return 'answer_details.items';
    case 'item.edit':
      return `answer_details.items[${change.place}].${change.key}`;
    case 'rubric':
      return 'rubric';
    case 'criterion':
      return 'rubric.criterion';
    case 'score':
      return `rubric.scores.${change.score}`;
    case 'origin':
      return 'source.from';
    case 'segments':
    case 'spans':
      return 'source.segments';
    case 'all':
      return '';
    default:
      return change.do;
  }
}

/** Letters typed into one field, and the places of an edge while it is dragged, are one step for undo; everything
 *  else is a step of its own. */
export const isTyped = (change: Change): boolean =>
  ['question', 'text', 'details', 'item.edit', 'criterion', 'score', 'origin', 'segments', 'spans'].includes(
    change.do,
  );

export function apply(content: Content, change: Change, kind: TaskKind): Content {
  switch (change.do) {
    case 'question':
      return { ...content, question: change.text };
    case 'text':
      return { ...content, answer: change.text };
    case 'labels':
      return { ...content, answer: withLabels(content.answer, change.side, change.labels) };
    case 'details':
      return withDetails(content, { description: change.text });
    case 'item.add':
    case 'item.remove':
    case 'item.move':
    case 'item.sort':
    case 'item.edit':
      return withItems(content, change, kind);
    case 'rubric':
      return withFamily(content, change.family);
    case 'criterion':
      return { ...content, rubric: { scores: content.rubric?.scores ?? {}, criterion: change.text } };
    case 'score':
      return {
        ...content,
        rubric: {
          criterion: content.rubric?.criterion ?? '',
          scores: { ...content.rubric?.scores, [change.score]: change.text },
        },
      };
    case 'origin':
      return { ...content, source: { ...content.source, from: change.text } };
    case 'segments':
      return { ...content, source: { ...content.source, segments: change.segments } };
    case 'spans':
      return {
        ...content,
        source: { ...content.source, segments: change.segments },
        evidence: change.evidence,
      };
    case 'subtitles':
      return { ...content, subtitles: change.lines && renumberedLines(change.lines) };
    case 'evidence':
      return { ...content, evidence: change.evidence.length > 0 ? change.evidence : null };
    case 'all':
      return change.content;
  }
}

function withLabels(answer: Answer | null, side: 'answer' | 'before' | 'after', labels: string[]): Answer {
  if (side === 'answer') return labels;
  const known = typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : null;
  return { before: known?.before ?? [], after: known?.after ?? [], [side]: labels };
}

/** Details exist as long as something stands in them: the format asks for null, not for an empty frame. */
function withDetails(content: Content, patch: Partial<Details>): Content {
  const next = { description: '', items: [], ...content.answer_details, ...patch };
  const empty = next.items.length === 0 && next.description === '';
  return { ...content, answer_details: empty ? null : next };
}

type ItemChange = Extract<Change, { do: `item.${string}` }>;

/** QU8: the ids follow the places, so they are counted anew after each change; evidence stays with its item. */
function withItems(content: Content, change: ItemChange, kind: TaskKind): Content {
  const prefix = prefixOf(familyOf(kind, content)) ?? 'R';
  const before = content.answer_details?.items ?? [];
  const after = itemsAfter(before, change, prefix);
  const renamed = new Map(before.map((item) => [item.id, after.indexOf(item)]));
  const next = withDetails(content, { items: renumbered(after, prefix) });
  if (change.do === 'item.edit' || !content.evidence) return next;
  const tied = (id: string | null) => {
    const place = id === null ? undefined : renamed.get(id);
    return place === undefined ? id : place < 0 ? null : `${prefix}${place + 1}`;
  };
  return { ...next, evidence: content.evidence.map((one) => ({ ...one, item: tied(one.item) })) };
}

function itemsAfter(before: readonly ReferenceItem[], change: ItemChange, prefix: Prefix): ReferenceItem[] {
  const items = [...before];
  if (change.do === 'item.add') items.push(emptyItem(prefix));
  else if (change.do === 'item.remove') items.splice(change.place, 1);
  else if (change.do === 'item.sort') return change.order.map((place) => before[place]!);
  else if (change.do === 'item.move') {
    const to = change.place + change.by;
    if (to < 0 || to >= items.length) return items;
    const [moved] = items.splice(change.place, 1);
    items.splice(to, 0, moved!);
  } else {
    const old = items[change.place];
    if (!old) return items;
    const text = change.key === 'intensity' && change.text.trim() === '' ? null : change.text;
    items[change.place] = { ...old, [change.key]: text };
  }
  return items;
}

const emptyItem = (prefix: Prefix): ReferenceItem =>
  prefix === 'S'
    ? { id: '', description: '', anchor: '', emotion: '', intensity: null }
    : { id: '', description: '' };

export function renumbered(items: readonly ReferenceItem[], prefix: Prefix): ReferenceItem[] {
  return items.map((item, place) => ({ ...item, id: `${prefix}${place + 1}` }));
}

/** Another family is another scale and another sort of item: factors become components, with their words kept. */
function withFamily(content: Content, family: RubricFamily): Content {
  const prefix = prefixOf(family.id);
  const details = content.answer_details;
  const places = new Map(details?.items.map((item, place) => [item.id, `${prefix}${place + 1}`]));
  return {
    ...content,
    rubric: rubricOf(family),
    evidence:
      content.evidence?.map((one) => ({ ...one, item: (one.item && places.get(one.item)) ?? one.item })) ??
      null,
    answer_details:
      details && prefix && prefix !== 'S'
        ? {
            ...details,
            items: renumbered(
              details.items.map((i) => ({ id: i.id, description: i.description })),
              prefix,
            ),
          }
        : details,
  };
}

/** QU10: lines are counted U1, U2 … in the order of their starts. */
const renumberedLines = (lines: readonly SubtitleLine[]): SubtitleLine[] =>
  lines.toSorted((a, b) => a.t[0] - b.t[0]).map((line, place) => ({ ...line, id: `U${place + 1}` }));
