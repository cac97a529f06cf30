import { useCallback, useEffect, useRef, useState } from 'react';
import { deliver } from '../api/review';
import type { Lease } from '../api/types';
import { Outbox } from '../model/outbox';
import type { Reply, Sending } from '../model/outbox';

export interface Refused {
  sending: Sending;
  reply: Extract<Reply, { outcome: 'refused' }>;
}

export interface Arrived {
  sending: Sending;
  lease: string;
  /** The decision that is held now; null after a skip. */
  decision: string | null;
}

export interface Submissions {
  pending: number;
  busy: boolean;
  offlineSince: Date | null;
  /** The server answers, but no longer knows who asks. */
  signedOut: boolean;
  /** Not counted, the first one first. */
  refused: readonly Refused[];
  holds(subject: string): boolean;
  submit(sending: Sending): void;
  /** Takes the last one back while it is still here; null once it has gone out. */
  recall(): Promise<Sending | null>;
  dismissRefused(): void;
}

const RETRY_MS = 8000;

/**
 * Sends what the outbox holds, in order. `onArrived` is told of each; `onNext` gets the lease that the last reply
 * brought, once everything has gone out.
 */
export function useSubmissions(
  slug: string,
  person: string,
  onArrived: (arrived: Arrived) => void,
  onNext: (next: Lease | null) => void,
): Submissions {
  const [outbox] = useState(() => new Outbox(window.localStorage, `${person}.${slug}`));
  const [state, setState] = useState(() => ({
    pending: outbox.all().length,
    busy: false,
    offlineSince: null as Date | null,
    signedOut: false,
    refused: [] as readonly Refused[],
  }));
  const running = useRef<Promise<void> | null>(null);
  const tell = useRef({ onArrived, onNext });
  useEffect(() => {
    tell.current = { onArrived, onNext };
  });

  const flush = useCallback(async () => {
    if (outbox.all().length === 0) return;
    setState((s) => ({ ...s, busy: true, pending: outbox.all().length }));
    const refusedHere: Refused[] = [];
    const { last, left } = await outbox.flush(
      async (sending, next) => {
        const reply = await deliver(slug, sending, next);
        if (reply.outcome === 'sent')
          tell.current.onArrived({ sending, lease: reply.lease, decision: reply.decision });
        return reply;
      },
      (sending, reply) => refusedHere.push({ sending, reply }),
    );
    const offline = last?.outcome === 'offline';
    setState((s) => ({
      pending: left,
      busy: false,
      refused: [...s.refused, ...refusedHere],
      offlineSince: offline ? (s.offlineSince ?? new Date()) : null,
      signedOut: last?.outcome === 'offline' && last.signedOut === true,
    }));
    if (last?.outcome === 'sent' && refusedHere.length === 0) tell.current.onNext(last.next as Lease | null);
  }, [outbox, slug]);

  /** One sender at a time; what is added meanwhile goes out behind it. */
  const run = useCallback(() => {
    running.current ??= flush().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [flush]);

  useEffect(() => {
    const again = () => void run();
    again();
    window.addEventListener('online', again);
    const timer = window.setInterval(again, RETRY_MS);
    return () => {
      window.removeEventListener('online', again);
      window.clearInterval(timer);
    };
  }, [run]);

  return {
    ...state,
    holds: (subject) => outbox.all().some((sending) => sending.subject === subject),
    submit: (sending) => {
      outbox.add(sending);
      setState((s) => ({ ...s, pending: outbox.all().length }));
      void run();
    },
    recall: async () => {
      await running.current;
      const last = outbox.pop();
      setState((s) => ({ ...s, pending: outbox.all().length }));
      return last;
    },
    dismissRefused: () => setState((s) => ({ ...s, refused: s.refused.slice(1) })),
  };
}
