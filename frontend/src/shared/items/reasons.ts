import { useSyncExternalStore } from 'react';

/** Whether the reasons of rules are shown in full, kept in this browser: whoever knows them folds them. */
const STORE = 'affectory.reasons';
const listeners = new Set<() => void>();

const read = (): boolean => localStorage.getItem(STORE) !== 'folded';

export function foldReasons(folded: boolean): void {
  localStorage.setItem(STORE, folded ? 'folded' : 'shown');
  for (const listener of listeners) listener();
}

export const useReasonsShown = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
