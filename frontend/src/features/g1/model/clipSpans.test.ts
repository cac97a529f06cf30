import { describe, expect, it } from 'vitest';
import type { Content, Evidence, Segment } from '../../../shared/items';
import type { Span } from '../../../shared/video';
import { contentAfter, spansOfContent, turnOf, withTurn } from './clipSpans';

/** Ten frames a second, each beginning at a tenth. */
const frames = ({ start, end }: Segment) => ({ first: Math.round(start * 10), end: Math.round(end * 10) });
const interval = ({ first, end }: Pick<Span, 'first' | 'end'>) => ({ start: first / 10, end: end / 10 });

const content = (
  part: Partial<Content> = {},
  segments: Segment[] | null = [{ start: 1, end: 6.4 }],
): Content => ({
  source: { from: 'reel', segments },
  question: '',
  answer: { before: ['confidence'], after: ['fear'] },
  answer_details: null,
  rubric: null,
  subtitles: null,
  evidence: null,
  ...part,
});
const turned = (seconds = 3): Content => content({ evidence: withTurn(content(), seconds) });
const moved = (spans: Span[], id: string, patch: Partial<Span>): Span[] =>
  spans.map((span) => (span.id === id ? { ...span, ...patch } : span));

describe('the turn of a transition', () => {
  it('splits the only interval into evidence of both sides', () => {
    expect(withTurn(content(), 3)).toEqual([
      { start: 1, end: 3, item: null },
      { start: 3, end: 6.4, item: null },
    ]);
    expect(turnOf(turned())).toBe(3);
  });
  it('cannot stand at or beyond an edge, nor in a clip of several parts', () => {
    expect(withTurn(content(), 1)).toBeNull();
    expect(withTurn(content(), 6.4)).toBeNull();
    const parts = [
      { start: 1, end: 2 },
      { start: 4, end: 5 },
    ];
    expect(withTurn(content({}, parts), 1.5)).toBeNull();
  });
  it('is none where the evidence says something else', () => {
    const apart: Evidence[] = [
      { start: 1, end: 2, item: null },
      { start: 3, end: 6.4, item: null },
    ];
    expect(turnOf(content({ evidence: apart }))).toBeNull();
    expect(turnOf({ ...turned(), answer: ['fear'] })).toBeNull();
  });
  it('shows as before and after, which share an edge', () => {
    const spans = spansOfContent(turned(), frames);
    expect(spans.map(({ id, name, note, first, end, joins }) => [id, name, note, first, end, joins])).toEqual(
      [
        ['segment-0', 'Before', 'confidence', 10, 30, undefined],
        ['after', 'After', 'fear', 30, 64, 'segment-0'],
      ],
    );
  });
  it('moves with its edge, and the clip with its own; what stayed keeps the times it was written with', () => {
    const given = turned();
    const spans = spansOfContent(given, frames);
    const turn = moved(moved(spans, 'segment-0', { end: 32 }), 'after', { first: 32 });
    expect(contentAfter(given, spans, turn, interval)).toEqual({
      segments: [{ start: 1, end: 6.4 }],
      evidence: [
        { start: 1, end: 3.2, item: null },
        { start: 3.2, end: 6.4, item: null },
      ],
    });
    const begun = moved(spans, 'segment-0', { first: 8 });
    expect(contentAfter(given, spans, begun, interval)).toEqual({
      segments: [{ start: 0.8, end: 6.4 }],
      evidence: [
        { start: 0.8, end: 3, item: null },
        { start: 3, end: 6.4, item: null },
      ],
    });
  });
  it('goes when one side is removed, and the interval stays', () => {
    const given = turned();
    const spans = spansOfContent(given, frames);
    expect(contentAfter(given, spans, spans.slice(0, 1), interval)).toEqual({
      segments: [{ start: 1, end: 6.4 }],
      evidence: null,
    });
  });
});

describe('evidence beside the clip', () => {
  const given = content({
    answer: ['fear'],
    evidence: [
      { start: 2, end: 2.5, item: 'R1' },
      { start: 4, end: 3, item: null },
    ],
  });
  it('is drawn where it can be', () => {
    expect(spansOfContent(given, frames).map(({ id, name, note }) => [id, name, note])).toEqual([
      ['segment-0', 'Clip', undefined],
      ['evidence-0', 'Evidence 1', 'for R1'],
    ]);
  });
  it('moves, keeps its item, and what cannot be drawn stays', () => {
    const spans = spansOfContent(given, frames);
    const after = contentAfter(given, spans, moved(spans, 'evidence-0', { end: 27 }), interval);
    expect(after).toEqual({
      segments: [{ start: 1, end: 6.4 }],
      evidence: [
        { start: 2, end: 2.7, item: 'R1' },
        { start: 4, end: 3, item: null },
      ],
    });
  });
  it('goes when it is removed', () => {
    const spans = spansOfContent(given, frames);
    expect(contentAfter(given, spans, spans.slice(0, 1), interval).evidence).toEqual([
      { start: 4, end: 3, item: null },
    ]);
  });
  it('a clip that is marked anew is another part', () => {
    const none = content({}, null);
    const made: Span = { id: 'marked', name: 'Clip', tone: 'clip', first: 5, end: 9 };
    expect(contentAfter(none, [], [made], interval)).toEqual({
      segments: [{ start: 0.5, end: 0.9 }],
      evidence: null,
    });
  });
});
