import { useSyncExternalStore } from 'react';
import type { BindingId } from './registry';

/** Per browser: single-key shortcuts may be switched off, and each may be moved to another key (WCAG 2.1.4). */
export interface KeyPreferences {
  mode: 'on' | 'off';
  codes: Partial<Record<BindingId, string>>;
}

const STORE = 'affectory.keys';
const listeners = new Set<() => void>();
let current: KeyPreferences | null = null;

export function readKeyPreferences(): KeyPreferences {
  if (current) return current;
  try {
    const raw = JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<KeyPreferences>;
    current = { mode: raw.mode === 'off' ? 'off' : 'on', codes: raw.codes ?? {} };
  } catch {
    current = { mode: 'on', codes: {} };
  }
  return current;
}

export function writeKeyPreferences(next: KeyPreferences): void {
  current = next;
  localStorage.setItem(STORE, JSON.stringify(next));
  for (const listener of listeners) listener();
}

export function useKeyPreferences(): KeyPreferences {
  return useSyncExternalStore((l) => {
    listeners.add(l);
    return () => listeners.delete(l);
  }, readKeyPreferences);
}
