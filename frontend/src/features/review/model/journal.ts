/** RV32: everything typed is kept in this browser before it is sent, and comes back after a reload. */
import { Journal as Kept } from '../../../shared/lib/journal';
import type { Form } from './judging';

export interface Entry {
  form: Form;
  watched: [number, number][];
  saved_at: string;
}

/** The forms of one person's leases. */
export class Journal extends Kept<Entry> {
  constructor(store: Storage, person: string) {
    super(store, `affectory.review.${person}.form.`);
  }
}
