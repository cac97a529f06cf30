import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMe } from '../api/session';
import { DraftDesk, type DeskState, type Kept } from '../items';
import { Journal } from '../lib/journal';
import type { TaskKind } from '../taxonomy';
import { contentOf, saveDraft, type ItemDetail } from './api';

/** What a person has written and no server has yet, in this browser. */
export const draftJournal = (person: string): Journal<Kept> =>
  new Journal<Kept>(localStorage, `affectory.items.${person}.draft.`);

/** The draft of one item at its author's desk, for as long as the page is open. */
export function useDraftDesk(
  slug: string,
  item: ItemDetail,
  kind: TaskKind,
): { desk: DraftDesk; state: DeskState } {
  const person = useMe().data?.id ?? '';
  const [desk] = useState(() => {
    const journal = draftJournal(person);
    journal.tidy();
    return new DraftDesk({
      id: item.id,
      kind,
      content: contentOf(item),
      version: item.draft_version,
      savedAt: item.draft?.saved_at ?? null,
      problems: item.problems,
      journal,
      save: (content, version) => saveDraft(slug, item.id, content, version),
      now: () => new Date(),
    });
  });
  const state = useSyncExternalStore(desk.subscribe, desk.read);
  useEffect(() => {
    desk.open();
    return desk.close;
  }, [desk]);
  return { desk, state };
}
