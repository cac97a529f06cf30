/** Who is in the room of an episode, and how each is told apart: by the colour of the top, never by a name. */
import type { AvatarMotion } from './motion';

export interface PersonView {
  /** A (in yellow) or B (in green) of a dyad; empty for somebody alone. */
  part: string;
  top: string;
  /** The question is about this person. */
  is_asked: boolean;
  position: [number, number, number];
  yaw: number;
  motion_url: string;
  frames: number;
  fps: number;
}

interface TopLook {
  cloth: string;
  /** Of the way on the floor and the mark on the map, on the dark ground. */
  onWell: string;
  /** Somebody is called by it, so that it covers what a character of their own wears. */
  isNamed: boolean;
}

const GREY: TopLook = { cloth: '#8d939c', onWell: '#ff8f66', isNamed: false };
const TOPS: Record<string, TopLook> = {
  yellow: { cloth: '#e0b53a', onWell: '#f5cd52', isNamed: true },
  green: { cloth: '#459565', onWell: '#5fc68b', isNamed: true },
  grey: GREY,
};

export const topLook = (top: string): TopLook => TOPS[top] ?? GREY;

type Told = Pick<PersonView, 'part' | 'top' | 'is_asked'>;

export const personInWords = ({ part, top }: Pick<Told, 'part' | 'top'>): string =>
  part ? `person in ${top}` : 'person';

/** "person in yellow", "either person"; nothing where there is one person only. */
export function targetInWords(people: readonly Told[]): string {
  if (people.length < 2) return '';
  const asked = people.filter((person) => person.is_asked);
  return asked.length > 1 ? 'either person' : asked.map(personInWords).join('');
}

/** Seconds after which everybody begins anew: when the shortest motion ends. */
export function cycleOf(motions: readonly Pick<AvatarMotion, 'fps' | 'frames'>[]): number {
  return Math.min(...motions.map((motion) => motion.frames / motion.fps));
}
