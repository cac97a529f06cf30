import { useSyncExternalStore } from 'react';
import { parse } from '../../shared/lib/journal';

/** How fast somebody reacts, taken off the marks they make while watching. */
const STORE = 'affectory.g2.reaction';
export const USUAL_REACTION_S = 0.3;
export const MAX_REACTION_S = 2;
const listeners = new Set<() => void>();
let current: number | null = null;

export function readReaction(): number {
  if (current === null) {
    const kept = parse<unknown>(localStorage.getItem(STORE));
    current = typeof kept === 'number' && kept >= 0 && kept <= MAX_REACTION_S ? kept : USUAL_REACTION_S;
  }
  return current;
}

export function writeReaction(seconds: number): void {
  current = Math.min(MAX_REACTION_S, Math.max(0, seconds));
  localStorage.setItem(STORE, JSON.stringify(current));
  for (const listener of listeners) listener();
}

export const useReaction = (): number =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readReaction);
