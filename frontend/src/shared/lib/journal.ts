/** What was typed and not yet sent, kept in this browser: one entry per thing, the newest 30 of a kind. */
const KEPT = 30;

export class Journal<Entry extends { saved_at: string }> {
  private readonly store: Storage;
  private readonly prefix: string;

  constructor(store: Storage, prefix: string) {
    this.store = store;
    this.prefix = prefix;
  }

  read(id: string): Entry | null {
    return parse<Entry>(this.store.getItem(this.prefix + id));
  }

  /** False when the browser has no room or forbids storage: the page then says that nothing is kept. */
  write(id: string, entry: Entry): boolean {
    try {
      this.store.setItem(this.prefix + id, JSON.stringify(entry));
      return true;
    } catch {
      return this.dropOldest(id) && this.write(id, entry);
    }
  }

  forget(id: string): void {
    this.store.removeItem(this.prefix + id);
  }

  /** Leaves the newest entries: what ended elsewhere must not fill the storage for ever. */
  tidy(): void {
    for (const old of this.ids().slice(KEPT)) this.forget(old);
  }

  /** Everything that is kept, the newest first. */
  protected entries(): Entry[] {
    return this.ids().flatMap((id) => this.read(id) ?? []);
  }

  private ids(): string[] {
    return Object.keys(this.store)
      .filter((key) => key.startsWith(this.prefix))
      .map((key) => key.slice(this.prefix.length))
      .sort((a, b) => (this.read(b)?.saved_at ?? '').localeCompare(this.read(a)?.saved_at ?? ''));
  }

  private dropOldest(except: string): boolean {
    const oldest = this.ids()
      .filter((id) => id !== except)
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
