import { useSyncExternalStore } from 'react';

/** How somebody listens and reads, kept in this browser. */
export interface PlayerPreferences {
  volume: number;
  muted: boolean;
  captions: boolean;
}

const STORE = 'affectory.player';
const USUAL: PlayerPreferences = { volume: 0.8, muted: false, captions: true };
const listeners = new Set<() => void>();
let current: PlayerPreferences | null = null;

export function parsePreferences(text: string | null): PlayerPreferences {
  try {
    const { volume, muted, captions } = JSON.parse(text ?? '{}') as Partial<PlayerPreferences>;
    return {
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : USUAL.volume,
      muted: muted === true,
      captions: captions !== false,
    };
  } catch {
    return USUAL;
  }
}

export const readPlayerPreferences = (): PlayerPreferences =>
  (current ??= parsePreferences(localStorage.getItem(STORE)));

export function writePlayerPreferences(part: Partial<PlayerPreferences>): void {
  current = { ...readPlayerPreferences(), ...part };
  localStorage.setItem(STORE, JSON.stringify(current));
  for (const listener of listeners) listener();
}

export function usePlayerPreferences(): PlayerPreferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readPlayerPreferences);
}
