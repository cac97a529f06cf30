/** The item's interval and its evidence as spans on the time line, and back. A transition whose evidence splits the
 *  interval at one moment shows as "before" and "after", which share that edge: the turn. */
import { segmentsAfter, spansOf } from '../../../shared/desk';
import type { Content, Evidence, Segment } from '../../../shared/items';
import type { Span } from '../../../shared/video';

type Frames = (segment: Segment) => Pick<Span, 'first' | 'end'>;
type Interval = (span: Pick<Span, 'first' | 'end'>) => Segment;

const BEFORE = 'segment-0';
const AFTER = 'after';
const EVIDENCE = 'evidence-';

export const isEvidence = (span: Pick<Span, 'id'>): boolean => span.id.startsWith(EVIDENCE);

/** The moment that splits the interval, in seconds; null where there is none. */
export function turnOf({ source, evidence, answer }: Content): number | null {
  const [only, ...more] = source.segments ?? [];
  const [before, after, ...others] = evidence ?? [];
  const hasSides = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  if (!hasSides || !only || !before || !after || more.length > 0 || others.length > 0) return null;
  const fits = before.start === only.start && before.end === after.start && after.end === only.end;
  return fits ? before.end : null;
}

/** A turn at a moment inside the only segment; null where it cannot be one. */
export function withTurn(content: Content, seconds: number): Evidence[] | null {
  const [only, ...more] = content.source.segments ?? [];
  if (!only || more.length > 0 || seconds <= only.start || seconds >= only.end) return null;
  return [
    { start: only.start, end: seconds, item: null },
    { start: seconds, end: only.end, item: null },
  ];
}

export function spansOfContent(content: Content, frames: Frames): Span[] {
  const segments = content.source.segments ?? [];
  const turn = turnOf(content);
  const only = segments[0];
  if (turn !== null && only) {
    const whole = frames(only);
    const at = frames({ start: turn, end: only.end }).first;
    const sides = content.answer as { before: string[]; after: string[] };
    if (at > whole.first && at < whole.end)
      return [
        {
          id: BEFORE,
          name: 'Before',
          note: sides.before.join(', '),
          tone: 'before',
          first: whole.first,
          end: at,
        },
        {
          id: AFTER,
          name: 'After',
          note: sides.after.join(', '),
          tone: 'after',
          first: at,
          end: whole.end,
          joins: BEFORE,
          joinName: 'Turn',
        },
      ];
  }
  const clip = spansOf(segments, frames).map((span) =>
    segments.length === 1 ? { ...span, name: 'Clip' } : span,
  );
  const evidence = (content.evidence ?? []).flatMap((one, place): Span[] =>
    one.start < one.end
      ? [
          {
            ...frames(one),
            id: `${EVIDENCE}${place}`,
            name: `Evidence ${place + 1}`,
            ...(one.item && { note: `for ${one.item}` }),
            tone: 'evidence',
          },
        ]
      : [],
  );
  return [...clip, ...evidence];
}

/** Interval and evidence after the time line was worked on. What was not moved keeps the times it was written with. */
export function contentAfter(
  content: Content,
  before: readonly Span[],
  after: readonly Span[],
  interval: Interval,
): { segments: Segment[] | null; evidence: Evidence[] | null } {
  const segments = content.source.segments ?? [];
  const turn = before.find((span) => span.id === AFTER);
  if (turn) return turnAfter(segments[0]!, content.evidence!, before, after, interval);
  const clip = segmentsAfter(
    segments,
    before.filter((span) => !isEvidence(span)),
    after.filter((span) => !isEvidence(span)),
    interval,
  );
  const evidence = (content.evidence ?? []).flatMap((one, place): Evidence[] => {
    const id = `${EVIDENCE}${place}`;
    const was = before.find((span) => span.id === id);
    const is = after.find((span) => span.id === id);
    if (!was) return [one];
    if (!is) return [];
    return [was.first === is.first && was.end === is.end ? one : { ...interval(is), item: one.item }];
  });
  return { segments: clip.length > 0 ? clip : null, evidence: evidence.length > 0 ? evidence : null };
}

function turnAfter(
  only: Segment,
  sides: readonly Evidence[],
  before: readonly Span[],
  after: readonly Span[],
  interval: Interval,
): { segments: Segment[]; evidence: Evidence[] | null } {
  const [wasFirst, wasSecond] = [before.find((s) => s.id === BEFORE)!, before.find((s) => s.id === AFTER)!];
  const [first, second] = [after.find((s) => s.id === BEFORE), after.find((s) => s.id === AFTER)];
  // Without one of its sides there is no turn, and the interval is as it was.
  if (!first || !second) return { segments: [only], evidence: null };
  const start = first.first === wasFirst.first ? only.start : interval(first).start;
  const end = second.end === wasSecond.end ? only.end : interval(second).end;
  const turn = second.first === wasSecond.first ? sides[0]!.end : interval(second).start;
  return {
    segments: [{ start, end }],
    evidence: [
      { start, end: turn, item: null },
      { start: turn, end, item: null },
    ],
  };
}
