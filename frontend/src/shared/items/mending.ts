/** What one click can put right: pure functions from an objection and what is written to a change of it. */
import type { RubricFamily, TaskKind } from '../taxonomy/taxonomy';
import {
  familyOf,
  prefixOf,
  renumbered,
  rubricOf,
  type Answer,
  type Change,
  type Content,
  type Evidence,
  type ReferenceItem,
  type Segment,
  type SubtitleLine,
} from './content';
import type { Problem } from './problems';

export const TRAJECTORY = 'emotion trajectory';

export type Mend =
  | { label: string; change: Change }
  /** Another task: more than one field of the form, so it is asked for twice. */
  | { label: string; retype: string };

/** What a mend may need to know besides the content. */
export interface MendGround {
  kind: TaskKind;
  families?: readonly RubricFamily[];
  /** Where the video ends, in seconds; null where nobody knows. */
  videoEnd?: number | null;
  /** The options that the question once had. */
  options?: readonly { letter: string; text: string }[];
  canRetype?: boolean;
}

type Mender = (problem: Problem, content: Content, ground: MendGround) => Mend | null;

/** QU106: what one click can put right, where the rule leaves no choice about it; null where a person has to think. */
export const mendOf: Mender = (problem, content, ground) =>
  MENDERS[problem.rule]?.(problem, content, ground) ?? null;

const placeIn = (field: string, list: string): number =>
  field.startsWith(`${list}[`) ? Number.parseInt(field.slice(list.length + 1), 10) : Number.NaN;
const without = <T>(rows: readonly T[], place: number): T[] => rows.filter((_, i) => i !== place);
const put = <T>(rows: readonly T[], place: number, row: T): T[] =>
  rows.map((r, i) => (i === place ? row : r));
const turned = <T extends Segment>(row: T): T => ({ ...row, start: row.end, end: row.start });
const segmentsOf = (content: Content): readonly Segment[] => content.source.segments ?? [];
const ofSegments = (segments: Segment[]): Change => ({
  do: 'segments',
  segments: segments.length > 0 ? segments : null,
});
const isBlank = (item: ReferenceItem): boolean =>
  [item.description, item.anchor, item.emotion, item.intensity].every((text) => !text?.trim());

const heldIn = (line: SubtitleLine, content: Content): boolean =>
  segmentsOf(content).some((s) => line.t[0] < s.end && line.t[1] > s.start);

const MENDERS: Record<string, Mender> = {
  QU1: blankItem,
  QU5: label,
  QU6: toTrajectory,
  QU7: segment,
  QU8: referenceItems,
  QU9: rubric,
  QU10: subtitleLines,
  QU35: toTrajectory,
  QU36: stages,
  QU37: insideTheClip,
  QU38: option,
  QU45: tie,
  QU51: evidence,
  QU54: insideTheVideo,
  QU99: scale,
};

/** A stage of which nothing is written. */
function blankItem({ field }: Problem, content: Content): Mend | null {
  const place = placeIn(field, 'answer_details.items');
  const item = content.answer_details?.items[place];
  return item && isBlank(item) ? { label: `Remove ${item.id}`, change: { do: 'item.remove', place } } : null;
}

/** A label that stands twice, is empty, or is none of the vocabulary. */
function label({ field }: Problem, content: Content): Mend | null {
  const match = /^answer(?:\.(before|after))?\[(\d+)\]$/.exec(field);
  if (!match) return null;
  const side = (match[1] ?? 'answer') as 'answer' | 'before' | 'after';
  const labels = labelsOf(content.answer, side);
  const place = Number(match[2]);
  const given = labels[place];
  if (given === undefined) return null;
  const twice = labels.indexOf(given) < place;
  const name = String(given).trim();
  return {
    label: twice ? 'Keep one' : name ? `Remove ${name}` : 'Remove it',
    change: { do: 'labels', side, labels: without(labels, place) },
  };
}

function labelsOf(answer: Answer | null, side: 'answer' | 'before' | 'after'): readonly string[] {
  if (Array.isArray(answer)) return side === 'answer' ? answer : [];
  if (typeof answer !== 'object' || answer === null || side === 'answer') return [];
  return answer[side];
}

/** A change of strength alone: the same words as the answer and the stages of a trajectory. */
function toTrajectory(_: Problem, __: Content, { kind, canRetype }: MendGround): Mend | null {
  const fits = kind.granularity === 'clip' && kind.type !== TRAJECTORY;
  return canRetype && fits ? { label: 'Make it a trajectory', retype: TRAJECTORY } : null;
}

/** Start and end the wrong way round, or two parts of the clip that share frames. */
function segment({ field, severity }: Problem, content: Content): Mend | null {
  const segments = segmentsOf(content);
  const place = placeIn(field, 'source.segments');
  const own = segments[place];
  if (!own) return null;
  if (own.start > own.end) return { label: 'Swap', change: ofSegments(put(segments, place, turned(own))) };
  const other = segments.findIndex((s, i) => i !== place && s.start < own.end && own.start < s.end);
  if (severity === 'error' || other < 0) return null;
  const both = segments[other]!;
  const whole = { start: Math.min(own.start, both.start), end: Math.max(own.end, both.end) };
  return { label: 'Join the two', change: ofSegments(without(put(segments, other, whole), place)) };
}

/** Numbers, fields and sorts of stages, factors and components. */
function referenceItems({ field }: Problem, content: Content, { kind }: MendGround): Mend | null {
  if (kind.families.length === 0)
    return {
      label: 'Remove the items',
      change: { do: 'all', content: { ...content, answer_details: null } },
    };
  const details = content.answer_details;
  const prefix = prefixOf(familyOf(kind, content));
  if (!details || !prefix) return null;
  if (details.items.length === 0) return { label: 'Add the first', change: { do: 'item.add' } };
  if (!field.startsWith('answer_details.items[')) return null;
  const items = renumbered(
    details.items.map(({ id, description, anchor, emotion, intensity }) =>
      prefix === 'S'
        ? { id, description, anchor: anchor ?? '', emotion: emotion ?? '', intensity: intensity ?? null }
        : { id, description },
    ),
    prefix,
  );
  return {
    label: 'Number them',
    change: { do: 'all', content: { ...content, answer_details: { ...details, items } } },
  };
}

/** A rubric that is missing or of another scale, where the task has one scale only. */
function rubric({ field }: Problem, content: Content, { kind, families }: MendGround): Mend | null {
  if (kind.families.length === 0)
    return { label: 'Remove the rubric', change: { do: 'all', content: { ...content, rubric: null } } };
  const family = kind.families.length === 1 && families?.find((one) => one.id === kind.families[0]);
  if (!family || field.startsWith('rubric.scores.')) return null;
  return {
    label: 'Fill it in',
    change: { do: 'all', content: { ...content, rubric: rubricOf(family) } },
  };
}

/** Lines that end before they start, or are numbered or sorted otherwise than they are heard. */
function subtitleLines({ field }: Problem, content: Content): Mend | null {
  const lines = content.subtitles;
  const line = lines?.[placeIn(field, 'subtitles')];
  if (!lines || !line || !/\.(id|t)$/.test(field)) return null;
  if (field.endsWith('.t') && line.t[0] > line.t[1]) {
    const swapped: SubtitleLine = { ...line, t: [line.t[1], line.t[0]] };
    return { label: 'Swap', change: { do: 'subtitles', lines: put(lines, lines.indexOf(line), swapped) } };
  }
  return { label: 'Sort and number', change: { do: 'subtitles', lines } };
}

/** Too few stages, or stages in another order than their evidence. */
function stages({ field }: Problem, content: Content): Mend | null {
  if (field === 'answer_details') return { label: 'Add a stage', change: { do: 'item.add' } };
  const order = stagesInOrder(content);
  return order && { label: 'Sort the stages', change: { do: 'item.sort', order } };
}

/** The places of the stages in the order of their evidence; those without any stay behind the one before them. */
function stagesInOrder(content: Content): number[] | null {
  const items = content.answer_details?.items ?? [];
  const starts = new Map<string, number>();
  for (const { item, start } of content.evidence ?? [])
    if (item !== null) starts.set(item, Math.min(start, starts.get(item) ?? Number.POSITIVE_INFINITY));
  let latest = Number.NEGATIVE_INFINITY;
  const keys = items.map((item) => (latest = starts.get(item.id) ?? latest));
  const order = keys.map((_, place) => place).toSorted((a, b) => keys[a]! - keys[b]! || a - b);
  return order.every((place, i) => place === i) ? null : order;
}

/** Evidence and subtitle lines that lie outside the clip. */
function insideTheClip(problem: Problem, content: Content, ground: MendGround): Mend | null {
  const { field } = problem;
  if (field === 'subtitles' && content.subtitles)
    return {
      label: 'Leave them out',
      change: { do: 'subtitles', lines: content.subtitles.filter((line) => heldIn(line, content)) },
    };
  if (field.startsWith('source.segments')) return insideTheVideo(problem, content, ground);
  const rows = content.evidence ?? [];
  const place = placeIn(field, 'evidence');
  const own = rows[place];
  if (!own) return null;
  const whole = segmentsOf(content);
  const within = whole.length > 0 ? whole : [{ start: 0, end: ground.videoEnd ?? own.end }];
  const shares = within
    .map((s) => ({ start: Math.max(s.start, own.start), end: Math.min(s.end, own.end) }))
    .filter((s) => s.start < s.end)
    .toSorted((a, b) => b.end - b.start - (a.end - a.start));
  const clamped: Evidence | undefined = shares[0] && { ...own, ...shares[0] };
  return clamped
    ? { label: 'Keep what is inside', change: { do: 'evidence', evidence: put(rows, place, clamped) } }
    : { label: 'Remove it', change: { do: 'evidence', evidence: without(rows, place) } };
}

/** A segment that goes on after the video. */
function insideTheVideo({ field }: Problem, content: Content, { videoEnd }: MendGround): Mend | null {
  const segments = segmentsOf(content);
  const place = placeIn(field, 'source.segments');
  const own = segments[place];
  if (!own || videoEnd == null) return null;
  if (own.start < videoEnd)
    return {
      label: 'End with the video',
      change: ofSegments(put(segments, place, { ...own, end: videoEnd })),
    };
  return segments.length > 1 ? { label: 'Remove it', change: ofSegments(without(segments, place)) } : null;
}

/** An answer that is the letter of an option. */
function option({ field }: Problem, content: Content, { options }: MendGround): Mend | null {
  if (field !== 'answer' || typeof content.answer !== 'string') return null;
  const letter = /^\(?([A-H])\)?\.?$/.exec(content.answer.trim())?.[1];
  const found = letter && options?.find((one) => one.letter.toUpperCase() === letter);
  return found ? { label: 'Write it out', change: { do: 'text', text: found.text } } : null;
}

/** Evidence that is tied to nothing, where there is only one thing that it can show. */
function tie({ field }: Problem, content: Content): Mend | null {
  const rows = content.evidence ?? [];
  const place = placeIn(field, 'evidence');
  const items = content.answer_details?.items ?? [];
  const free = items.filter((item) => !rows.some((row) => row.item === item.id));
  const only = items.length === 1 ? items[0] : free.length === 1 ? free[0] : undefined;
  if (!rows[place] || !only) return null;
  return {
    label: `Tie it to ${only.id}`,
    change: { do: 'evidence', evidence: put(rows, place, { ...rows[place], item: only.id }) },
  };
}

/** A stretch that ends before it starts. */
function evidence({ field }: Problem, content: Content): Mend | null {
  const rows = content.evidence ?? [];
  const place = placeIn(field, 'evidence');
  const own = rows[place];
  if (!own || own.start <= own.end) return null;
  return { label: 'Swap', change: { do: 'evidence', evidence: put(rows, place, turned(own)) } };
}

/** A rubric of the other scale than the question asks for. */
function scale(_: Problem, content: Content, { kind, families }: MendGround): Mend | null {
  const wanted = familyOf(kind, content) === 'result' ? 'causal' : 'result';
  const family = kind.families.includes(wanted) && families?.find((one) => one.id === wanted);
  if (!family) return null;
  const label = wanted === 'causal' ? 'Score it as an explanation' : 'Score it as a result';
  return { label, change: { do: 'rubric', family } };
}

/** What an answer in labels says as a trajectory: each side is a stage, and evidence of both sides is tied to them. */
export function asTrajectory(content: Content): Content {
  const { answer, evidence: marked } = content;
  if (answer === null || typeof answer === 'string') return content;
  const sides = Array.isArray(answer) ? [answer] : [answer.before, answer.after];
  const told = sides.map((labels) => labels.join(', ')).filter(Boolean);
  const items = told.map((emotion) => ({ id: '', description: '', anchor: '', emotion, intensity: null }));
  const isTurn = told.length === 2 && marked?.length === 2 && marked.every((one) => one.item === null);
  return {
    ...content,
    answer: told.join(', then '),
    answer_details: items.length > 0 ? { description: '', items: renumbered(items, 'S') } : null,
    evidence: isTurn ? marked.map((one, place) => ({ ...one, item: `S${place + 1}` })) : marked,
  };
}
