import { useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../api/client';
import {
  afterFirstWords,
  errorsOf,
  mendOf,
  type DeskState,
  type DraftDesk,
  type MendGround,
  type Problem,
} from '../items';
import { MendButton } from './MendButton';
import { submitDraft, useItemsChanged, type ItemDetail, type Submitted } from './api';
import { fieldTexts, focusField } from './focus';

const RECHECK: Problem = {
  rule: 'QU53',
  severity: 'error',
  field: 'scope_rechecked',
  message: 'say that you have rechecked how far the answer reaches',
};

export interface Writing {
  /** What is objected to at present; what is only blank waits until somebody wants to submit. */
  problems: readonly Problem[];
  /** What stands in the way of a submission. */
  blocking: Problem[];
  /** The list of it was asked for. */
  listed: boolean;
  busy: boolean;
  /** QU101: the server keeps a draft of what was submitted; it can be submitted again as it was. */
  again: boolean;
  failure: unknown;
  rechecked: boolean;
  setRechecked: (yes: boolean) => void;
  /** Sends what is written; what was submitted, or null where something stands in the way. */
  submit: (send?: Sender) => Promise<Submitted | null>;
  undo: () => void;
  redo: () => void;
  mend: (problem: Problem) => ReactNode;
}
/** What the page knows besides the item. */
export interface Beside extends MendGround {
  /** What the page itself knows to stand in the way; asked for after everything has been sent. */
  more?: () => readonly Problem[];
  /** Makes it an item of another task, with its words taken along. */
  onRetype?: (type: string) => void;
}
const nothing = () => [];
type Sender = (version: number, rechecked: boolean) => Promise<Submitted>;

/** Writing one item with its desk: its problems, their mending, one history, and the submission. */
export function useWriting(
  slug: string,
  item: ItemDetail,
  desk: DraftDesk,
  state: DeskState,
  form: RefObject<HTMLElement | null>,
  beside: Beside,
): Writing {
  const { more = nothing, onRetype } = beside;
  const changed = useItemsChanged(slug);
  const [rechecked, setRechecked] = useState(false);
  const [listed, setListed] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const readOnly = !item.can_edit;
  const needsRecheck = item.needs_scope_recheck && !rechecked;
  const ready = () => errorsOf(desk.read().problems).length === 0 && !needsRecheck && more().length === 0;

  const submit = async (send: Sender = (version, yes) => submitDraft(slug, item.id, version, yes)) => {
    if (busy || readOnly) return null;
    setFailure(null);
    setTried(true);
    setBusy(true);
    try {
      if (!(await desk.flush())) return null;
      if (!ready()) {
        // Asked for again, the list takes the focus again.
        setListed(false);
        setTimeout(() => setListed(true), 0);
        return null;
      }
      const done = await send(desk.read().version, rechecked);
      desk.settle(done.revision.content, done.draft_version, done.problems);
      setTried(false);
      setListed(false);
      changed(item.id);
      return done;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && 'draft_version' in error.body)
        desk.meet(error);
      else setFailure(error);
      return null;
    } finally {
      setBusy(false);
    }
  };
  const travel = (step: () => string | null) => () => {
    const before = fieldTexts(form.current);
    const field = flushSync(step);
    if (field) focusField(field, before);
  };
  return {
    problems: tried ? state.problems : afterFirstWords(state.problems, state.content),
    blocking: [...errorsOf(state.problems), ...(needsRecheck ? [RECHECK] : []), ...more()],
    listed,
    busy,
    again: item.state === 'submitted' && (item.draft !== null || state.version !== item.draft_version),
    failure,
    rechecked,
    setRechecked,
    submit,
    undo: travel(desk.undo),
    redo: travel(desk.redo),
    mend: (problem) => {
      const ground = { ...beside, options: item.reference?.options ?? [], canRetype: onRetype !== undefined };
      const found = readOnly ? null : mendOf(problem, state.content, ground);
      if (!found) return null;
      if ('change' in found) return <MendButton label={found.label} onMend={() => desk.mend(found.change)} />;
      const ask = `The item becomes an ${found.retype}; its labels become stages, and undo takes it back.`;
      return <MendButton label={found.label} ask={ask} onMend={() => onRetype?.(found.retype)} />;
    },
  };
}
