/** RV33: verdicts and skips on their way to the server: kept in this browser, sent in order, each with one key for ever. */
import { parse } from '../../../shared/lib/journal';
import type { DecisionBody, Verdict } from './judging';

export interface Sending {
  key: string;
  lease: string;
  episode: string;
  kind: 'decision' | 'skip';
  verdict: Verdict | null;
  body: DecisionBody | { reason: string; note: string };
  made_at: string;
}

export type Reply =
  | { outcome: 'sent'; next: unknown }
  | { outcome: 'offline'; signedOut?: boolean }
  | { outcome: 'refused'; status: number; code: string; detail: string };

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

  private save(list: Sending[]): void {
    if (list.length) this.store.setItem(this.name, JSON.stringify(list));
    else this.store.removeItem(this.name);
  }

  /**
   * Sends from the front until the box is empty or the server cannot be reached. A refused one leaves the box and is
   * handed to `refused`, with its words: later ones still go out.
   */
  async flush(
    send: (sending: Sending) => Promise<Reply>,
    refused: (sending: Sending, reply: Extract<Reply, { outcome: 'refused' }>) => void,
  ): Promise<{ last: Reply | null; left: number }> {
    let last: Reply | null = null;
    for (let first = this.all()[0]; first; first = this.all()[0]) {
      const reply = await send(first);
      if (reply.outcome === 'offline') return { last: reply, left: this.all().length };
      this.remove(first.key);
      if (reply.outcome === 'refused') refused(first, reply);
      last = reply;
    }
    return { last, left: 0 };
  }
}
