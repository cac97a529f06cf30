import { useCallback, useEffect, useRef, useState } from 'react';
import type { Lease } from '../api/types';
import { deliver } from '../api/review';
import { Outbox } from '../model/outbox';
import type { Reply, Sending } from '../model/outbox';

export interface Refused {
  sending: Sending;
  reply: Extract<Reply, { outcome: 'refused' }>;
}

export interface Submissions {
  pending: number;
  busy: boolean;
  offlineSince: Date | null;
  /** The server answers, but no longer knows who asks. */
  signedOut: boolean;
  refused: Refused | null;
  holds(lease: string): boolean;
  submit(sending: Sending): void;
  dismissRefused(): void;
}

const RETRY_MS = 8000;

/** Sends what the outbox holds, in order; `onArrived` gets the next lease once everything has gone out. */
export function useSubmissions(
  slug: string,
  person: string,
  onArrived: (next: Lease | null) => void,
): Submissions {
  const [outbox] = useState(() => new Outbox(window.localStorage, `${person}.${slug}`));
  const [state, setState] = useState<{
    pending: number;
    busy: boolean;
    offlineSince: Date | null;
    signedOut: boolean;
    refused: Refused | null;
  }>(() => ({
    pending: outbox.all().length,
    busy: false,
    offlineSince: null,
    signedOut: false,
    refused: null,
  }));
  const running = useRef(false);
  const arrived = useRef(onArrived);
  useEffect(() => {
    arrived.current = onArrived;
  });

  const flush = useCallback(async () => {
    if (running.current || outbox.all().length === 0) return;
    running.current = true;
    setState((s) => ({ ...s, busy: true, pending: outbox.all().length }));
    const refusedHere: Refused[] = [];
    const { last, left } = await outbox.flush(
      (sending) => deliver(slug, sending),
      (sending, reply) => refusedHere.push({ sending, reply }),
    );
    running.current = false;
    const offline = last?.outcome === 'offline';
    setState((s) => ({
      pending: left,
      busy: false,
      refused: refusedHere.at(-1) ?? s.refused,
      offlineSince: offline ? (s.offlineSince ?? new Date()) : null,
      signedOut: last?.outcome === 'offline' && last.signedOut === true,
    }));
    if (last?.outcome === 'sent' && refusedHere.length === 0) arrived.current(last.next as Lease | null);
  }, [outbox, slug]);

  useEffect(() => {
    const again = () => void flush();
    again();
    window.addEventListener('online', again);
    const timer = window.setInterval(again, RETRY_MS);
    return () => {
      window.removeEventListener('online', again);
      window.clearInterval(timer);
    };
  }, [flush]);

  return {
    ...state,
    holds: (lease) => outbox.all().some((sending) => sending.lease === lease),
    submit: (sending) => {
      outbox.add(sending);
      void flush();
    },
    dismissRefused: () => setState((s) => ({ ...s, refused: null })),
  };
}
