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
