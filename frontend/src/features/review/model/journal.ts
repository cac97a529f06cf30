/** RV32: everything typed is kept in this browser before it is sent, and comes back after a reload. */
import type { Form } from './judging';

export interface Entry {
  form: Form;
  watched: [number, number][];
  saved_at: string;
}

const PREFIX = 'affectory.review.';
const KEPT = 30;

export class Journal {
  private readonly store: Storage;
  private readonly person: string;

  constructor(store: Storage, person: string) {
    this.store = store;
    this.person = person;
  }

  private key(lease: string): string {
    return `${PREFIX}${this.person}.form.${lease}`;
  }

  read(lease: string): Entry | null {
    return parse<Entry>(this.store.getItem(this.key(lease)));
  }

  /** False when the browser has no room or forbids storage: the page then says that nothing is kept. */
  write(lease: string, entry: Entry): boolean {
    try {
      this.store.setItem(this.key(lease), JSON.stringify(entry));
      return true;
    } catch {
      return this.dropOldest(lease) && this.write(lease, entry);
    }
  }

  forget(lease: string): void {
    this.store.removeItem(this.key(lease));
  }

  /** Leaves the newest entries: a form whose lease ended elsewhere must not fill the storage for ever. */
  tidy(): void {
    const old = this.leases().slice(KEPT);
    for (const lease of old) this.forget(lease);
  }

  private leases(): string[] {
    const prefix = this.key('');
    return Object.keys(this.store)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .sort((a, b) => (this.read(b)?.saved_at ?? '').localeCompare(this.read(a)?.saved_at ?? ''));
  }

  private dropOldest(except: string): boolean {
    const oldest = this.leases()
      .filter((lease) => lease !== except)
      .at(-1);
    if (oldest) this.forget(oldest);
    return oldest !== undefined;
  }
}

export function parse<T>(text: string | null): T | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}
