/** Every state of a form since it was opened, to go back and forth in. No React, no clock of its own. */
export interface Step<T> {
  state: T;
  /** The field that the change towards this state was about. */
  field: string;
}
export interface History<T> {
  past: readonly Step<T>[];
  present: Step<T>;
  future: readonly Step<T>[];
  /** A run of typing in one field, which later letters join: the field, and when the last letter came. */
  run: { field: string; at: number } | null;
}

const RUN_MS = 1200;
const KEPT = 400;

export const begin = <T>(state: T): History<T> => ({
  past: [],
  present: { state, field: '' },
  future: [],
  run: null,
});

/** QU70: letters that follow each other in one field within 1.2 s are one step; all else is a step of its own. */
export function record<T>(
  history: History<T>,
  state: T,
  change: { field: string; typed: boolean; at: number },
): History<T> {
  if (state === history.present.state) return history;
  const { run } = history;
  const joins = change.typed && run !== null && run.field === change.field && change.at - run.at <= RUN_MS;
  return {
    past: joins ? history.past : [...history.past, history.present].slice(-KEPT),
    present: { state, field: change.field },
    future: [],
    run: change.typed ? { field: change.field, at: change.at } : null,
  };
}

/** QU70: one step back; the field that changed is the one of the step taken back. */
export function undo<T>(history: History<T>): { history: History<T>; field: string } | null {
  const before = history.past.at(-1);
  if (!before) return null;
  return {
    field: history.present.field,
    history: {
      past: history.past.slice(0, -1),
      present: before,
      future: [history.present, ...history.future],
      run: null,
    },
  };
}

export function redo<T>(history: History<T>): { history: History<T>; field: string } | null {
  const [next, ...future] = history.future;
  if (!next) return null;
  return {
    field: next.field,
    history: { past: [...history.past, history.present], present: next, future, run: null },
  };
}

/** Where two texts differ: after undo the caret stands at the end of what came back. */
export function caretAfter(before: string, after: string): number {
  let same = 0;
  while (
    same < Math.min(before.length, after.length) &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same += 1;
  return after.length - same;
}
