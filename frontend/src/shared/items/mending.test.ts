import { describe, expect, it } from 'vitest';
import { apply, asForm } from './content';
import { mendOf } from './mending';

const KIND = {
  granularity: 'clip' as const,
  type: 'emotion influence',
  answer_form: 'labels' as const,
  families: [],
};
const CONTENT = asForm(
  {
    source: {
      from: 'x',
      segments: [
        { start: 1, end: 2 },
        { start: 9, end: 5 },
      ],
    },
    subtitles: [
      { id: 'U2', t: [1.5, 1.8], speaker: null, text: 'inside' },
      { id: 'U1', t: [20, 21], speaker: null, text: 'outside' },
    ],
  },
  KIND,
);
const problem = (rule: string, field: string) => ({ rule, field, severity: 'error' as const, message: '' });
const mended = (rule: string, field: string) => {
  const mend = mendOf(problem(rule, field), CONTENT);
  return mend && apply(CONTENT, mend.change, KIND);
};

describe('what one click can put right', () => {
  it('swaps a segment that ends before it starts', () => {
    expect(mended('QU7', 'source.segments[1]')?.source.segments).toEqual([
      { start: 1, end: 2 },
      { start: 5, end: 9 },
    ]);
    expect(mendOf(problem('QU7', 'source.segments[0]'), CONTENT)).toBeNull();
  });

  it('numbers subtitle lines, and leaves out those outside the interval', () => {
    expect(mended('QU10', 'subtitles[0].id')?.subtitles?.map((l) => l.id)).toEqual(['U1', 'U2']);
    expect(mended('QU37', 'subtitles')?.subtitles?.map((l) => l.text)).toEqual(['inside']);
  });

  it('leaves to a person what has more than one answer', () => {
    expect(mendOf(problem('QU32', 'question'), CONTENT)).toBeNull();
  });
});
