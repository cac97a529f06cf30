import { useSyncExternalStore } from 'react';
import { parse } from '../../shared/lib/journal';

/** How somebody works here, kept in this browser. */
export interface Preferences {
  /** Typing pauses the video, and leaving the field resumes it. */
  typingPauses: boolean;
  /** The way around the page was shown. */
  toured: boolean;
}

const STORE = 'affectory.g1';
const USUAL: Preferences = { typingPauses: true, toured: false };
const listeners = new Set<() => void>();
let current: Preferences | null = null;

const read = (): Preferences =>
  (current ??= { ...USUAL, ...parse<Partial<Preferences>>(localStorage.getItem(STORE)) });

export function writePreferences(part: Partial<Preferences>): void {
  current = { ...read(), ...part };
  try {
    localStorage.setItem(STORE, JSON.stringify(current));
  } catch {
    // Without storage it holds until the page is left.
  }
  for (const listener of listeners) listener();
}

export const usePreferences = (): Preferences =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, read);
