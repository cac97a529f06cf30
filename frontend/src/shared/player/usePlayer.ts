import { useEffect, useState, useSyncExternalStore } from 'react';
import { PlayerClock } from './clock';
import type { ClockState } from './clock';
import type { Timeline } from './timeline';

/** A clock that lives as long as the component; give the component a key to start a new one. */
export function usePlayer(
  timeline: Timeline,
  watched: readonly (readonly [number, number])[] = [],
): PlayerClock {
  const [clock] = useState(() => new PlayerClock(timeline, watched));
  useEffect(() => () => clock.pause(), [clock]);
  return clock;
}

export function useClock(clock: PlayerClock): ClockState {
  return useSyncExternalStore(clock.subscribe, clock.snapshot);
}

/** Re-renders only when the picked part changes: most panels need no sixty renders a second. */
export function useClockPart<T extends string | number | boolean>(
  clock: PlayerClock,
  pick: (state: ClockState) => T,
): T {
  return useSyncExternalStore(clock.subscribe, () => pick(clock.snapshot()));
}
