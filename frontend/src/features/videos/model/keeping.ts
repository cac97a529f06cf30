/** VI70: marks survive a reload. They stand in the address, for a link, and in this browser's journal, for a closed tab.
 *  Both hold times, as the segments of a clip do, and are read back into frames. */
import type { FrameTable } from '../../../shared/video/frames';

type Stretch = { first: number; end: number };

const TIME = /^\d{1,6}(\.\d{1,9})?$/;

export const marksText = (spans: readonly Stretch[], table: Pick<FrameTable, 'timeText'>): string =>
  spans.map(({ first, end }) => `${table.timeText(first)}-${table.timeText(end)}`).join('_');

/** What is no interval of this video is left out. */
export const readMarks = (text: string | null, table: Pick<FrameTable, 'inside'>): Stretch[] =>
  (text ?? '')
    .split('_')
    .map((part) => part.split('-'))
    .filter(([start, end, ...more]) => more.length === 0 && TIME.test(start ?? '') && TIME.test(end ?? ''))
    .map(([start, end]) => table.inside(start!, end!))
    .filter(({ first, end }) => end > first);

const KEY = 'affectory.marks';
const KEPT = 50;

/** One person's marks on each video, newest first. */
export class MarkJournal {
  private readonly store: Storage;
  private readonly key: string;

  constructor(store: Storage, person: string) {
    this.store = store;
    this.key = `${KEY}.${person}`;
  }

  private all(): [video: string, marks: string][] {
    try {
      const read: unknown = JSON.parse(this.store.getItem(this.key) ?? '[]');
      return Array.isArray(read) ? (read as [string, string][]) : [];
    } catch {
      return [];
    }
  }

  read(video: string): string | null {
    return this.all().find(([id]) => id === video)?.[1] ?? null;
  }

  /** False when the browser keeps nothing: the page then says so. */
  write(video: string, marks: string): boolean {
    const others = this.all().filter(([id]) => id !== video);
    const next = marks ? [[video, marks], ...others].slice(0, KEPT) : others;
    try {
      this.store.setItem(this.key, JSON.stringify(next));
      return true;
    } catch {
      return false;
    }
  }
}
