import { useEffect, useReducer, useRef, useState } from 'react';
import type { Lease } from '../api/types';
import { Journal } from '../model/journal';
import { emptyForm, isUntouched, reduce } from '../model/judging';
import type { Form } from '../model/judging';
import { isAhead } from '../model/session';

const WATCHED_EVERY_MS = 2000;
/** The judgement whose object a project may cover at first. */
const COVERABLE = 'answer';

export interface Opening {
  form: Form;
  watched: [number, number][];
  restored: boolean;
}

/** What the journal, a verdict that was taken back, or nothing says; in that order. */
export function openingForm(lease: Lease, journal: Journal): Opening {
  const empty = emptyForm(lease.judgements, lease.policy.covers_answer ? COVERABLE : null);
  const kept = journal.readFor(lease.subject, isAhead(lease) ? null : lease.id);
  if (kept && Object.keys(empty.judgements).every((id) => kept.form.judgements[id]))
    return { form: { ...empty, ...kept.form }, watched: kept.watched, restored: !isUntouched(kept.form) };
  if (!lease.decision) return { form: empty, watched: [], restored: false };
  const { judgements, note, pins } = lease.decision;
  const problem = Object.keys(judgements).find((id) => judgements[id]?.value === 'problem') ?? null;
  return {
    form: {
      judgements: { ...empty.judgements, ...judgements },
      marked: problem,
      note,
      pins,
      covered: null,
    },
    watched: [],
    restored: true,
  };
}

export type Saved = { at: Date } | 'nowhere' | null;

/** The form of one lease; every change is in the journal before the next paint. `watched` tells what has played. */
export function useForm(lease: Lease, journal: Journal, opening: Form, watched: () => [number, number][]) {
  const [form, dispatch] = useReducer(reduce, opening);
  const [saved, setSaved] = useState<Saved>(null);
  const first = useRef(true);
  const latest = useRef({ form, watched, lease: isAhead(lease) ? null : lease.id });
  useEffect(() => {
    latest.current = { form, watched, lease: isAhead(lease) ? null : lease.id };
  });
  const { subject } = lease;
  const [keep] = useState(() => (given: Form) => {
    const at = new Date();
    const entry = { form: given, lease: latest.current.lease, watched: latest.current.watched() };
    return journal.write(subject, { ...entry, saved_at: at.toISOString() }) ? { at } : ('nowhere' as const);
  });

  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    setSaved(keep(form));
  }, [form, keep]);

  useEffect(() => {
    let known = JSON.stringify(latest.current.watched());
    const timer = window.setInterval(() => {
      const seen = JSON.stringify(latest.current.watched());
      if (seen === known) return;
      known = seen;
      keep(latest.current.form);
    }, WATCHED_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [keep]);

  return { form, dispatch, saved, keep: () => keep(form) };
}
