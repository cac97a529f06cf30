import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveDraft, type ItemDetail } from '../../shared/desk';
import { asForm, asTrajectory, type Content, type DraftDesk } from '../../shared/items';
import { findKind, type Taxonomy } from '../../shared/taxonomy';
import { changeKind } from './api';

/** What an item was before its task was changed: the way back. */
export interface Before {
  type: string;
  content: Content;
}

interface Options {
  slug: string;
  item: ItemDetail;
  taxonomy: Taxonomy;
  desk: DraftDesk;
  before: Before | undefined;
  onKind: (item: ItemDetail, before: Before | null) => void;
}

/** Another task for the item: what was written is taken along or brought back, and is saved before it is shown. */
export function useRetype({ slug, item, taxonomy, desk, before, onKind }: Options) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const change = async (type: string, contentFor: (blank: Content) => Content | null, back: boolean) => {
    const kind = findKind(taxonomy.kinds, 'clip', type);
    if (!kind || busy) return;
    setFailure(null);
    setBusy(true);
    try {
      if (!(await desk.flush())) return;
      const { content } = desk.read();
      const changed = await changeKind(slug, item.id, type);
      const { draft } = changed;
      const taken = draft && contentFor(asForm(draft.content, kind));
      client.removeQueries({ queryKey: ['item', slug, item.id] });
      const way = back ? null : { type: item.type, content };
      if (!draft || !taken) return onKind(changed, way);
      const saved = await saveDraft(slug, item.id, taken, changed.draft_version);
      onKind(
        {
          ...changed,
          draft: { ...draft, content: taken, version: saved.version, saved_at: saved.saved_at },
          draft_version: saved.version,
          saved_at: saved.saved_at,
          problems: saved.problems,
        },
        way,
      );
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return {
    failure,
    /** As the server fills it: what is blank takes the form of the task. */
    choose: (type: string) => void change(type, () => null, false),
    /** With the labels of the answer as stages. */
    mend: (type: string) => {
      const words = asTrajectory(desk.read().content);
      void change(type, (blank) => ({ ...words, rubric: blank.rubric }), false);
    },
    /** The task and every word as they were before it was changed; null where it was not. */
    goBack: before ? () => void change(before.type, () => before.content, true) : null,
  };
}
