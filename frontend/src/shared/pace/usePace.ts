import { useEffect, useState } from 'react';
import { parse } from '../lib/journal';
import {
  afterBreak,
  afterVerdict,
  breakDue,
  freshPace,
  minutesSinceBreak,
  signOfLife,
  type Pace,
} from './pace';

const SIGNS = ['keydown', 'pointerdown', 'wheel'] as const;
const WRITE_EVERY_MS = 5000;

/** Active minutes since the last break, kept per person in this browser. */
export function usePace(person: string, everyMinutes: number) {
  const name = `affectory.pace.${person}`;
  const [pace, setPace] = useState<Pace>(() =>
    signOfLife(parse<Pace>(localStorage.getItem(name)) ?? freshPace(Date.now()), Date.now()),
  );
  useEffect(() => {
    let written = 0;
    const alive = () => {
      const now = Date.now();
      if (now - written < WRITE_EVERY_MS) return;
      written = now;
      setPace((before) => signOfLife(before, now));
    };
    for (const sign of SIGNS) document.addEventListener(sign, alive, { passive: true });
    return () => {
      for (const sign of SIGNS) document.removeEventListener(sign, alive);
    };
  }, []);
  useEffect(() => {
    try {
      localStorage.setItem(name, JSON.stringify(pace));
    } catch {
      // Without storage the minutes start again with the page.
    }
  }, [name, pace]);
  return {
    minutes: minutesSinceBreak(pace),
    due: breakDue(pace, everyMinutes),
    decided: (verdict: string) => setPace((before) => afterVerdict(before, verdict)),
    rested: () => setPace((before) => afterBreak(before)),
  };
}
