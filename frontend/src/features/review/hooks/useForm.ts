import { useEffect, useReducer, useRef, useState } from 'react';
import type { PlayerClock } from '../../../shared/player/clock';
import type { Lease } from '../api/types';
import { Journal } from '../model/journal';
import { emptyForm, isUntouched, reduce } from '../model/judging';
import type { Form } from '../model/judging';

const WATCHED_EVERY_MS = 2000;

/** What the journal, a verdict that was taken back, or nothing says; in that order. */
export function openingForm(
  lease: Lease,
  journal: Journal,
): { form: Form; watched: [number, number][]; restored: boolean } {
  const empty = emptyForm(lease.judgements);
  const kept = journal.read(lease.id);
  if (kept && Object.keys(empty.judgements).every((id) => kept.form.judgements[id]))
    return { form: kept.form, watched: kept.watched, restored: !isUntouched(kept.form) };
  if (!lease.decision) return { form: empty, watched: [], restored: false };
  const { judgements, note, pins } = lease.decision;
  const problem = Object.keys(judgements).find((id) => judgements[id]?.value === 'problem') ?? null;
  return {
    form: { judgements: { ...empty.judgements, ...judgements }, marked: problem, note, pins },
    watched: [],
    restored: true,
  };
}

export type Saved = { at: Date } | 'nowhere' | null;

/** The form of one lease; every change is in the journal before the next paint. */
export function useForm(lease: Lease, journal: Journal, opening: Form, clock: PlayerClock) {
  const [form, dispatch] = useReducer(reduce, opening);
  const [saved, setSaved] = useState<Saved>(null);
  const first = useRef(true);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });

  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const at = new Date();
    const kept = journal.write(lease.id, {
      form,
      watched: clock.coverage.ranges(),
      saved_at: at.toISOString(),
    });
    setSaved(kept ? { at } : 'nowhere');
  }, [form, journal, lease.id, clock]);

  useEffect(() => {
    let known = clock.coverage.share;
    const keep = () => {
      if (clock.coverage.share === known) return;
      known = clock.coverage.share;
      journal.write(lease.id, {
        form: latest.current,
        watched: clock.coverage.ranges(),
        saved_at: new Date().toISOString(),
      });
    };
    const timer = window.setInterval(keep, WATCHED_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [clock, journal, lease.id]);

  const keep = () =>
    journal.write(lease.id, { form, watched: clock.coverage.ranges(), saved_at: new Date().toISOString() });
  return { form, dispatch, saved, keep };
}
