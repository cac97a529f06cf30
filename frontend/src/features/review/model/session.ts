/**
 * RV38: what is on screen and what comes next. A verdict shows the next one at once, from what was fetched ahead; its
 * lease follows with the reply. Should somebody else have been given it meanwhile, the one that was leased takes its place.
 */
import type { Lease, Upcoming } from '../api/types';

export interface Session {
  current: Lease;
  /** The nearest first; none of them is leased. */
  next: readonly Upcoming[];
  /** Decided or skipped, and nothing is there to show: the reply is waited for. */
  waiting: boolean;
  /** The one on screen was exchanged for another, because somebody else was faster. */
  exchanged: boolean;
  /** Subjects that were decided here and are on their way: they do not come again. */
  sent: readonly string[];
}

export type Event =
  | { type: 'leased'; lease: Lease }
  | { type: 'ahead'; of: string; list: readonly Upcoming[] }
  | { type: 'decided' }
  | { type: 'returned'; lease: Lease };

/** Shown ahead of its lease. */
export const isAhead = (lease: Lease): boolean => lease.id === '';

export const begin = (lease: Lease): Session => ({
  current: lease,
  next: [],
  waiting: false,
  exchanged: false,
  sent: [],
});

export function step(session: Session, event: Event): Session {
  const { current, next, sent } = session;
  switch (event.type) {
    case 'decided': {
      const [first, ...rest] = next;
      const gone = [...sent, current.subject];
      if (!first) return { ...session, waiting: true, sent: gone };
      return { current: aheadOf(first, current), next: rest, waiting: false, exchanged: false, sent: gone };
    }
    case 'leased': {
      const { lease } = event;
      // A reply to an earlier verdict, while a later one is on its way already: what is shown is further on.
      if (lease.subject !== current.subject && sent.includes(lease.subject)) return session;
      const same = lease.subject === current.subject && !session.waiting;
      return {
        // What is on screen stays the very same object: nothing is drawn anew because its lease came.
        current: same ? ({ ...lease, ...viewOf(current) } as Lease) : lease,
        next: next.filter((one) => one.subject !== lease.subject),
        waiting: false,
        exchanged: isAhead(current) && !same && !session.waiting,
        sent: sent.filter((subject) => subject !== lease.subject),
      };
    }
    case 'ahead': {
      if (event.of !== current.id) return session;
      return {
        ...session,
        next: event.list.filter((one) => one.subject !== current.subject && !sent.includes(one.subject)),
      };
    }
    case 'returned': {
      const { lease } = event;
      const back = current.subject === lease.subject ? next : [upcomingOf(current), ...next];
      return {
        ...session,
        current: lease,
        next: back.filter((one) => one.subject !== lease.subject),
        waiting: false,
        exchanged: false,
        sent: sent.filter((subject) => subject !== lease.subject),
      };
    }
  }
}

const viewOf = (lease: Lease) =>
  lease.kind === 'episode'
    ? { kind: lease.kind, episode: lease.episode }
    : { kind: lease.kind, item: lease.item };

/** What comes next as if its lease were there already. */
export function aheadOf(upcoming: Upcoming, before: Lease): Lease {
  const { position, total } = before;
  return {
    ...upcoming,
    id: '',
    state: 'OPEN',
    expires_at: '',
    position: position + 1,
    total: Math.max(total, position + 1),
    decision: null,
  };
}

function upcomingOf(lease: Lease): Upcoming {
  const {
    id: _id,
    state: _state,
    expires_at: _until,
    position: _p,
    total: _t,
    decision: _d,
    ...rest
  } = lease;
  return rest as Upcoming;
}
