/**
 * WA6: marks made while watching. One key begins a mark and ends it; the time it takes to react is taken off, so that a
 * mark begins where the thing began. They are kept here until the server has them. No React.
 */
export interface Mark {
  id: string;
  first: number;
  /** null: still open. */
  end: number | null;
  note: string;
}
export interface KeptMarks {
  /** Marks that were changed and not sent yet, and the ids of those that were removed. */
  changed: Mark[];
  removed: string[];
  saved_at: string;
}

/** The frame that was on screen when the person meant to press. */
export function meantFrame(
  at: { frame: number; playing: boolean; rate: number },
  reaction: number,
  seconds: (frame: number) => number,
  shownAt: (seconds: number) => number,
): number {
  if (!at.playing || at.rate <= 0) return Math.max(0, at.frame);
  return Math.max(0, Math.min(at.frame, shownAt(Math.max(0, seconds(at.frame) - reaction * at.rate))));
}

/** A press begins a mark, or ends the open one; a mark holds one frame at least. */
export function press(marks: readonly Mark[], frame: number, id: string): Mark {
  const open = marks.find((mark) => mark.end === null);
  if (!open) return { id, first: frame, end: null, note: '' };
  return frame >= open.first ? { ...open, end: frame + 1 } : { ...open, first: frame, end: open.first + 1 };
}

export const inOrder = (marks: readonly Mark[]): Mark[] =>
  marks.toSorted((a, b) => a.first - b.first || (a.end ?? Infinity) - (b.end ?? Infinity));

/** What the server has, with what this browser has not sent yet. */
export function joined(server: readonly Mark[], kept: Pick<KeptMarks, 'changed' | 'removed'> | null): Mark[] {
  if (!kept) return inOrder(server);
  const changed = new Map(kept.changed.map((mark) => [mark.id, mark]));
  const there = server.filter((mark) => !changed.has(mark.id));
  return inOrder([...there, ...kept.changed].filter((mark) => !kept.removed.includes(mark.id)));
}
