/** RV33: verdicts and skips on their way to the server: kept in this browser, sent in order, each with one key for ever. */
import { parse } from '../../../shared/lib/journal';
import type { DecisionBody, Verdict } from './judging';

export interface Sending {
  key: string;
  /** null: decided on what was shown ahead; its lease comes with the reply to the one before. */
  lease: string | null;
  subject: string;
  batch: string;
  kind: 'decision' | 'skip';
  verdict: Verdict | null;
  body: DecisionBody | { reason: string; note: string };
  /** RV47: the answer was uncovered and the server has not said yet that it knows. Told first, under the same lease. */
  untold?: boolean;
  made_at: string;
}

export type Reply =
  | { outcome: 'sent'; next: NextLease | null; decision: string | null; lease: string }
  | { outcome: 'offline'; signedOut?: boolean }
  | { outcome: 'refused'; status: number; code: string; detail: string };

/** Of a lease that a reply brings, what is needed to go on. */
export interface NextLease {
  id: string;
  subject: string;
}

/** RV33: the lease under which something shown ahead may be sent, or why it may not. */
export function leaseFor(
  sending: Pick<Sending, 'lease' | 'subject'>,
  next: NextLease | null,
): { lease: string } | Extract<Reply, { outcome: 'refused' }> {
  if (sending.lease !== null) return { lease: sending.lease };
  if (next?.subject === sending.subject) return { lease: next.id };
  return {
    outcome: 'refused',
    status: 409,
    code: 'review.went_to_somebody_else',
    detail: 'Somebody else was given this one before your earlier verdict arrived; nothing was counted.',
  };
}

export class Outbox {
  private readonly store: Storage;
  private readonly person: string;

  constructor(store: Storage, person: string) {
    this.store = store;
    this.person = person;
  }

  private get name(): string {
    return `affectory.review.${this.person}.outbox`;
  }

  all(): Sending[] {
    const list = parse<Sending[]>(this.store.getItem(this.name));
    return Array.isArray(list) ? list : [];
  }

  add(sending: Sending): void {
    this.save([...this.all(), sending]);
  }

  remove(key: string): void {
    this.save(this.all().filter((sending) => sending.key !== key));
  }

  /** Takes the one made last out again, before it was sent. */
  pop(): Sending | null {
    const list = this.all();
    const last = list.at(-1) ?? null;
    this.save(list.slice(0, -1));
    return last;
  }

  private save(list: Sending[]): void {
    if (list.length) this.store.setItem(this.name, JSON.stringify(list));
    else this.store.removeItem(this.name);
  }

  /**
   * Sends from the front until the box is empty or the server cannot be reached. A refused one leaves the box and is
   * handed to `refused`, with its words: later ones still go out. `send` is told the lease that the last reply brought.
   */
  async flush(
    send: (sending: Sending, next: NextLease | null) => Promise<Reply>,
    refused: (sending: Sending, reply: Extract<Reply, { outcome: 'refused' }>) => void,
  ): Promise<{ last: Reply | null; left: number }> {
    let last: Reply | null = null;
    for (let first = this.all()[0]; first; first = this.all()[0]) {
      const reply = await send(first, last?.outcome === 'sent' ? last.next : null);
      if (reply.outcome === 'offline') return { last: reply, left: this.all().length };
      this.remove(first.key);
      if (reply.outcome === 'refused') refused(first, reply);
      last = reply;
    }
    return { last, left: 0 };
  }
}
