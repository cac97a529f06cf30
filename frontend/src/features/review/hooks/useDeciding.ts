import { useEffect, useRef, useState, type RefObject } from 'react';
import { usePageKeys, type Handlers } from '../../../shared/keys';
import type { Decided, Lease } from '../api/types';
import type { Journal } from '../model/journal';
import {
  acceptRests,
  bodyOf,
  problemsIn,
  reasonForDigit,
  rejectRests,
  type DecisionBody,
  type Form,
  type Verdict,
} from '../model/judging';
import { useForm, type Opening } from './useForm';

/** What every kind of bench is given by the page that leads from one to the next. */
export interface BenchProps {
  slug: string;
  lease: Lease;
  journal: Journal;
  opening: Opening;
  /** False while it waits, out of sight, to be the next one. */
  active: boolean;
  /** Whether the evidence plays by itself when this one comes on screen. */
  playsAtOnce: boolean;
  decided: readonly Decided[];
  minutes: number;
  breakEvery: number;
  sending: boolean;
  /** Covered by a break or a notice: keys and clock rest. */
  covered: boolean;
  notices: React.ReactNode;
  cover: React.ReactNode;
  canTakeBack: boolean;
  /** `untold`: the server has not said yet that it knows of the answer being uncovered. */
  onDecide: (verdict: Verdict, body: DecisionBody, untold: boolean) => void;
  onSkip: (reason: string, note: string, untold: boolean) => void;
  onTakeBack: () => void;
  onBreak: () => void;
}

export interface About {
  played: number;
  unplayable: readonly string[];
  watched: () => [number, number][];
  /** Stands still and says where; null where nothing can be pinned to. */
  pinHere: () => { frame: number; time_s: number; setting: string } | null;
  /** Esc, when there is nothing of the frame's own to close. */
  onClose: () => void;
  /** R: says that what is covered is being shown. */
  onUncover?: () => void;
  /** Whether that is still to be told to the server. */
  isUntold?: () => boolean;
}

export type Deciding = ReturnType<typeof useDeciding>;

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The judging half of a bench: form, keys and why a verdict rests. The same for every kind. */
export function useDeciding(props: BenchProps, about: About) {
  const { lease, journal, opening, covered, sending, active } = props;
  const { form, dispatch, saved, keep } = useForm(lease, journal, opening.form, about.watched);
  const [skipping, setSkipping] = useState(false);
  const [said, setSaid] = useState<{ about: string; form: Form } | null>(null);
  const note = useRef<HTMLTextAreaElement>(null);

  const now = {
    kind: lease.kind,
    questions: lease.judgements,
    played: about.played,
    unplayable: about.unplayable,
    sending,
    paused: covered,
  };
  const restsAccept = acceptRests(form, now);
  const restsReject = rejectRests(form, now);

  const untold = () => about.isUntold?.() ?? false;
  const say = (what: string) => setSaid({ about: what, form });
  const decide = (verdict: Verdict, rests: string | null) => {
    if (rests) {
      say(verdict);
      return;
    }
    keep();
    props.onDecide(verdict, bodyOf(form), untold());
  };
  const accept = () => decide('accept', restsAccept);
  const reject = () => decide('reject', restsReject);
  const skip = (code: string) => props.onSkip(code, form.note.trim(), untold());
  const toggleSkip = () => setSkipping((open) => !open);
  const uncover = () => {
    if (!form.covered) return;
    dispatch({ type: 'uncover' });
    about.onUncover?.();
  };
  const pin = () => {
    if (!form.marked || form.judgements[form.marked]?.value !== 'problem') {
      say('Mark a problem first, then pin the moment to it');
      return;
    }
    const at = about.pinHere();
    if (at) dispatch({ type: 'pin', pin: at });
  };
  const digit = (n: number) => {
    if (skipping) {
      const reason = lease.skip_reasons[n - 1];
      if (reason) skip(reason.code);
      return;
    }
    const code = reasonForDigit(lease.judgements, form, n);
    if (code) dispatch({ type: 'reason', code });
  };
  const judge = (i: number) => {
    const question = lease.judgements[i];
    if (!question) return;
    if (question.id === form.covered) say(question.id);
    else dispatch({ type: 'toggle', id: question.id });
  };
  const count = lease.judgements.length;
  const handlers: Handlers = {
    'judge.1': () => judge(0),
    ...(count > 1 && { 'judge.2': () => judge(1) }),
    ...(count > 2 && { 'judge.3': () => judge(2) }),
    ...Object.fromEntries(DIGITS.map((n) => [`reason.${n}`, () => digit(n)])),
    ...(form.covered && { reveal: uncover }),
    accept,
    reject,
    mark: pin,
    note: () => note.current?.focus(),
    skip: toggleSkip,
    break: props.onBreak,
    undo: props.onTakeBack,
  };
  usePageKeys(handlers, active && !covered);
  usePageKeys(
    {
      close: () => {
        if (document.activeElement === note.current) note.current?.blur();
        else if (skipping) setSkipping(false);
        else about.onClose();
      },
    },
    active && !covered,
  );

  const answers: Record<string, string | null> = {
    accept: restsAccept,
    reject: restsReject,
    ...(form.covered && { [form.covered]: restsReject }),
  };
  const spoken =
    said?.form === form ? (said.about in answers ? (answers[said.about] ?? null) : said.about) : null;
  return {
    form,
    dispatch,
    saved,
    note,
    skipping,
    toggleSkip,
    skip,
    accept,
    reject,
    uncover,
    pin,
    restsAccept,
    restsReject,
    spoken,
    rejecting: problemsIn(form).length > 0,
  };
}

/** A click with the mouse leaves no button focused, so that Space goes on playing instead of pressing it again. */
export function useLettingGo(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = page.current;
    const letGo = (event: MouseEvent) => {
      if (event.detail > 0 && document.activeElement instanceof HTMLButtonElement)
        document.activeElement.blur();
    };
    element?.addEventListener('click', letGo);
    return () => element?.removeEventListener('click', letGo);
  }, [page]);
}
