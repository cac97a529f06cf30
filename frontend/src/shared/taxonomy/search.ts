import type { Category } from './taxonomy';

/** Letters without case and marks: "É" and "e" are the same when one types. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

export const sorted = (categories: readonly Category[]): Category[] =>
  categories.toSorted((a, b) => a.label.localeCompare(b.label, 'en'));

const SHORTEST_FOR_DEFINITIONS = 3;

/** TX10: labels that begin with the letters come first, then those that hold them, then those whose definition does;
 *  each group A–Z. Without letters all of them, A–Z. */
export function matching(categories: readonly Category[], letters: string): Category[] {
  const key = fold(letters);
  const all = sorted(categories);
  if (key === '') return all;
  const rank = (c: Category): number => {
    const label = fold(c.label);
    if (label.startsWith(key)) return 0;
    if (label.includes(key)) return 1;
    return key.length >= SHORTEST_FOR_DEFINITIONS && fold(c.definition).includes(key) ? 2 : 3;
  };
  return [0, 1, 2].flatMap((wanted) => all.filter((c) => rank(c) === wanted));
}

/** Where the letters stand in a label, to underline them; null where they stand in the definition only. */
export function hit(label: string, letters: string): [number, number] | null {
  const key = fold(letters);
  if (key === '') return null;
  for (let start = 0; start < label.length; start += 1)
    for (let end = start + 1; end <= label.length; end += 1)
      if (fold(label.slice(start, end)) === key) return [start, end];
  return null;
}

/** The chosen labels with one more; a label stands once, and no more than `max` are taken. */
export function added(chosen: readonly string[], id: string, max?: number): string[] {
  if (chosen.includes(id) || (max !== undefined && chosen.length >= max)) return [...chosen];
  return [...chosen, id];
}

/** "At least 1, at most 3" as words; empty where nothing is asked. */
export function boundsWords(min: number, max?: number): string {
  if (max !== undefined && min === max) return `exactly ${min}`;
  return [min > 0 ? `at least ${min}` : '', max === undefined ? '' : `at most ${max}`]
    .filter(Boolean)
    .join(', ');
}
