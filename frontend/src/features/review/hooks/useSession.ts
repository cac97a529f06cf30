import { useEffect, useReducer, useRef, useState } from 'react';
import { useGo } from '../../../shared/lib/url';
import { takeBack, takeLease, useDecided, useReviewCache, useUpcoming } from '../api/review';
import type { Lease } from '../api/types';
import { Journal } from '../model/journal';
import type { DecisionBody, Verdict } from '../model/judging';
import { begin, isAhead, step } from '../model/session';
import { useSubmissions } from './useSubmissions';

export interface Sent {
  kind: 'decision' | 'skip';
  verdict: Verdict | null;
  body: DecisionBody | { reason: string; note: string };
  untold: boolean;
}

const EXCHANGED = 'Somebody else was given that one meanwhile; here is another';

/** RV38: from one lease to the next: what is on screen, what is on its way, what can be taken back. */
export function useSession(slug: string, person: string, leased: Lease) {
  const go = useGo();
  const { putLease, decidedChanged, queueChanged } = useReviewCache(slug);
  const [journal] = useState(() => new Journal(window.localStorage, person));
  const [session, dispatch] = useReducer(step, leased, begin);
  const [spoken, setSpoken] = useState('');
  const [notUndone, setNotUndone] = useState<{ on: string; says: string } | null>(null);
  const { current, next } = session;
  const shown = useRef(new Map<string, Lease>());
  const busy = useRef(false);

  const decided = useDecided(slug).data ?? [];
  const [heldHere, setHeldHere] = useState<string | null>(null);
  const held = heldHere ?? decided.find((one) => one.held)?.id ?? null;

  // The address names a lease; one that is not on screen was asked for by the browser's own means.
  const [asked, setAsked] = useState(leased.id);
  if (asked !== leased.id) {
    setAsked(leased.id);
    if (leased.id !== current.id) dispatch({ type: 'leased', lease: leased });
  }
  useEffect(() => {
    shown.current.set(current.subject, current);
    if (isAhead(current)) return;
    journal.bind(current.subject, current.id);
    go(`/p/${slug}/review/${current.id}`, { replace: true });
  }, [current, journal, go, slug]);

  const upcoming = useUpcoming(slug, current.id).data;
  useEffect(() => {
    if (upcoming) dispatch({ type: 'ahead', ...upcoming });
  }, [upcoming]);

  const take = (lease: Lease | null) => {
    decidedChanged();
    queueChanged();
    if (!lease) {
      go(`/p/${slug}/review/done`, { replace: true });
      return;
    }
    putLease(lease);
    dispatch({ type: 'leased', lease });
  };
  const submissions = useSubmissions(
    slug,
    person,
    ({ sending, lease, decision }) => {
      journal.bind(sending.subject, lease);
      if (decision) setHeldHere(decision);
    },
    take,
  );

  const send = ({ kind, verdict, body, untold }: Sent) => {
    if (submissions.holds(current.subject)) return;
    setSpoken(
      verdict
        ? `${verdict === 'accept' ? 'Accepted' : 'Rejected'}, ${current.position} of ${current.total}`
        : 'Skipped',
    );
    submissions.submit({
      key: crypto.randomUUID(),
      lease: current.id || null,
      subject: current.subject,
      batch: current.batch,
      kind,
      verdict,
      body,
      untold,
      made_at: new Date().toISOString(),
    });
    dispatch({ type: 'decided' });
  };
  const goOn = async () => {
    const last = submissions.refused.length <= 1;
    submissions.dismissRefused();
    if (!last) return;
    try {
      take((await takeLease(slug)).lease);
    } catch {
      // What stands in the way, a role that is gone for example, is said there.
      queueChanged();
      go(`/p/${slug}/review`, { replace: true });
    }
  };
  const undo = async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      const unsent = await submissions.recall();
      const before = unsent && shown.current.get(unsent.subject);
      if (before) dispatch({ type: 'returned', lease: before });
      else if (held) {
        const lease = await takeBack(slug, held);
        putLease(lease);
        dispatch({ type: 'returned', lease });
        setHeldHere(null);
      } else return;
      setSpoken('The last verdict is taken back');
    } catch (error) {
      setHeldHere(null);
      setNotUndone({
        on: current.subject,
        says: error instanceof Error ? error.message : 'The verdict could not be taken back.',
      });
    } finally {
      busy.current = false;
      decidedChanged();
    }
  };
  return {
    session,
    current,
    next,
    journal,
    decided,
    submissions,
    /** Said until the next one comes on screen. */
    notUndone: notUndone?.on === current.subject ? notUndone.says : null,
    spoken: session.exchanged ? EXCHANGED : spoken,
    canTakeBack: held !== null || submissions.pending > 0,
    send,
    goOn,
    undo,
  };
}
