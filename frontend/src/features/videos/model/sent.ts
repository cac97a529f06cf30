/** Files that reached the server and wait for their registration: a reload does not send them again. */
const KEY = 'affectory.uploads';
const KEPT = 2000;
const DAY_MS = 86_400_000;

type Entry = [key: string, upload: string, at: number];

export const fileKey = (file: Pick<File, 'name' | 'size' | 'lastModified' | 'webkitRelativePath'>): string =>
  [file.webkitRelativePath || file.name, file.size, file.lastModified].join('|');

export class SentFiles {
  private readonly store: Storage;
  private readonly key: string;

  constructor(store: Storage, project: string, person: string) {
    this.store = store;
    this.key = `${KEY}.${person}.${project}`;
  }

  private entries(now: number): Entry[] {
    try {
      const read: unknown = JSON.parse(this.store.getItem(this.key) ?? '[]');
      return Array.isArray(read) ? (read as Entry[]).filter(([, , at]) => now - at < DAY_MS) : [];
    } catch {
      return [];
    }
  }

  private write(entries: readonly Entry[]): void {
    try {
      this.store.setItem(this.key, JSON.stringify(entries.slice(0, KEPT)));
    } catch {
      // Without room the files of this page are known as long as it is open; only a reload sends them again.
    }
  }

  find(key: string, now = Date.now()): string | undefined {
    return this.entries(now).find(([known]) => known === key)?.[1];
  }

  remember(key: string, upload: string, now = Date.now()): void {
    this.write([[key, upload, now], ...this.entries(now).filter(([known]) => known !== key)]);
  }

  forget(uploads: readonly string[], now = Date.now()): void {
    this.write(this.entries(now).filter(([, upload]) => !uploads.includes(upload)));
  }
}
