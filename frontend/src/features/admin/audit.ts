import { words } from '../../shared/lib/format';

/** "item.draft_discarded" and "review_decision_final" as words. */
export const eventWords = (event: string): string => words(event.replaceAll('.', ' '));

const PLACES: Record<string, string> = {
  'questions.item': 'items',
  'videos.video': 'videos',
  'motion.motion': 'motions',
  'episodes.episode': 'episodes',
  'scenes.scene': 'scenes',
  'comments.thread': 'threads',
};

/** The page of a thing within its project, where it has one. */
export const placeOf = (type: string, id: string): string | null => {
  const place = PLACES[type.toLowerCase()];
  return place ? `${place}/${id}` : null;
};

/** "reviews.ReviewPolicy" as "review policy". */
export const kindWords = (type: string): string =>
  (type.split('.').at(-1) ?? '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

const isSet = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const plain = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(plain).join(', ') || 'none'
    : typeof value === 'string'
      ? value || 'empty'
      : JSON.stringify(value);
const named = (name: string, text: string): string => `${name.replaceAll('_', ' ')}: ${text}`;

/** What an event holds, in one line; what was changed as what it was and what it became. */
export function aboutWords(data: Record<string, unknown>): string {
  const { before, after, ...rest } = data;
  const lines = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => named(name, plain(value)));
  if (isSet(before) && isSet(after))
    for (const name of Object.keys(after))
      lines.push(named(name, `${plain(before[name] ?? null)} → ${plain(after[name])}`));
  else if (before !== undefined && after !== undefined) lines.push(`${plain(before)} → ${plain(after)}`);
  else if (after !== undefined) lines.push(named('after', plain(after)));
  else if (before !== undefined) lines.push(named('before', plain(before)));
  return lines.join(', ');
}
