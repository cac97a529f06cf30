import { diffArrays } from 'diff';

/** Which words of a text went and which came: for revisions and for the draft beside what is written. */
export interface Piece {
  kind: 'same' | 'gone' | 'new';
  text: string;
  /** How many words and signs stand before it. */
  at: number;
}

/** More edits than this between two texts and nothing is gained by showing them word by word. */
const MAX_EDITS = 2_000;
const split = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];

/** The shortest way from one text to the other by words; texts too far apart are shown as one gone and one new. */
export function wordDiff(before: string, after: string): Piece[] {
  const steps = diffArrays(split(before), split(after), { maxEditLength: MAX_EDITS });
  if (!steps)
    return [
      { kind: 'gone', text: before, at: 0 },
      { kind: 'new', text: after, at: split(before).length },
    ];
  let at = 0;
  return steps.map(({ removed, added, value }) => {
    const piece: Piece = { kind: removed ? 'gone' : added ? 'new' : 'same', text: value.join(''), at };
    at += value.length;
    return piece;
  });
}
