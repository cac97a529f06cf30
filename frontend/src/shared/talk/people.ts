import type { Circle, Mentionable, Shown } from './api';

/** How somebody is called on screen: by name where it is there, else by part and number. */
export function called({ part, number, name, you }: Shown): string {
  const what =
    part === 'author'
      ? 'Author'
      : part === 'maintainer'
        ? 'Maintainer'
        : number
          ? `Reviewer ${number}`
          : 'Reviewer';
  if (you) return `You, ${what.toLowerCase()}`;
  return name ? `${name}, ${what.toLowerCase()}` : what;
}

export const meant = ({ handle, name }: Mentionable): string =>
  name ? `@${handle} (${name})` : `@${handle}`;

/** Who reads a thread of a circle; said before somebody writes. */
export const READERS: Record<Circle, string> = {
  author: 'The author and the maintainers read this.',
  reviewer:
    'Maintainers read this. Once the item is finished, so does everybody who took part; your name is shown to maintainers alone.',
  everybody: 'Everybody who took part and the maintainers read this.',
};
export const CIRCLE_WORDS: Record<Circle, string> = {
  author: 'With the author and maintainers',
  reviewer: 'A reviewer with the maintainers',
  everybody: 'With everybody who took part',
};
