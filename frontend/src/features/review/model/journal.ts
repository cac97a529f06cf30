/** RV32: everything typed is kept in this browser before it is sent, and comes back after a reload. */
import { Journal as Kept } from '../../../shared/lib/journal';
import type { Form } from './judging';

export interface Entry {
  form: Form;
  watched: [number, number][];
  /** null while what is judged is shown ahead of its lease. */
  lease: string | null;
  saved_at: string;
}

/** One person's forms, by what they judge: a form is kept from before its lease is there until after it has ended. */
export class Journal extends Kept<Entry> {
  constructor(store: Storage, person: string) {
    super(store, `affectory.review.${person}.form.`);
  }

  /** What was written under a lease, or ahead of it. Another lease on the same thing starts anew. */
  readFor(subject: string, lease: string | null): Entry | null {
    const entry = this.read(subject);
    return entry && (entry.lease === null || lease === null || entry.lease === lease) ? entry : null;
  }

  /** The lease came, or what was sent under it arrived: from here on the words belong to it alone. */
  bind(subject: string, lease: string): void {
    const entry = this.read(subject);
    if (entry?.lease === null) this.write(subject, { ...entry, lease });
  }

  underLease(lease: string): Entry | null {
    return this.entries().find((entry) => entry.lease === lease) ?? null;
  }
}
