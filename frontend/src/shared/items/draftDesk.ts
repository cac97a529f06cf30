/** One draft being written: its history, the browser's journal, the saves and what to do when somebody else saved.
 *  No React; the clock, the journal and the way to the server are given. */
import { ApiError } from '../api/client';
import type { TaskKind } from '../taxonomy/taxonomy';
import { apply, asForm, fieldOf, isTyped, type Change, type Content } from './content';
import { begin, record, redo, undo, type History } from './history';
import { merge, same, type Conflict, type Field } from './merging';
import type { Problem } from './problems';

export interface Kept {
  content: Content;
  /** The version that the content was written on, and what that version held. */
  version: number;
  base: Content;
  saved_at: string;
}
export interface DraftJournal {
  read: (id: string) => Kept | null;
  write: (id: string, entry: Kept) => boolean;
  forget: (id: string) => void;
}
export interface Saved {
  version: number;
  saved_at: string;
  problems: Problem[];
}
export type Status = 'saved' | 'changed' | 'saving' | 'waiting' | 'refused';

export interface DeskState {
  content: Content;
  version: number;
  status: Status;
  savedAt: string | null;
  problems: readonly Problem[];
  conflicts: readonly Conflict[];
  /** Fields that the other changed and that were taken over. */
  taken: readonly Field[];
  /** When what was found in this browser had been written; null where nothing was. */
  restored: string | null;
  /** The browser cannot keep what is typed. */
  unkept: boolean;
  error: ApiError | null;
  canUndo: boolean;
  canRedo: boolean;
}

export interface DeskOptions {
  id: string;
  kind: TaskKind;
  content: Partial<Content>;
  version: number;
  savedAt: string | null;
  problems: readonly Problem[];
  journal: DraftJournal;
  save: (content: Content, version: number) => Promise<Saved>;
  now: () => Date;
}

const IDLE_MS = 700;
const RETRY_MS = 4000;

/** What is said when a save is based on an older version; where there is no draft any more, the latest revision. */
export interface Newer {
  draft: { content: Partial<Content> } | null;
  draft_version: number;
}

/** A version of the draft and what it held: what a change is made on. */
type Ground = Pick<Kept, 'base' | 'version'>;

export class DraftDesk {
  private readonly options: DeskOptions;
  private history: History<Content>;
  private base: Content;
  /** What undecided conflicts go back to: who leaves before deciding is asked again. */
  private undecided: Ground | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private sending: Promise<boolean> | null = null;
  private readonly listeners = new Set<() => void>();
  private current: DeskState;
  private alive = true;
  private left = false;

  constructor(options: DeskOptions) {
    this.options = options;
    this.base = asForm(options.content, options.kind);
    this.history = begin(this.base);
    this.current = {
      content: this.base,
      version: options.version,
      status: 'saved',
      savedAt: options.savedAt,
      problems: options.problems,
      conflicts: [],
      taken: [],
      restored: null,
      unkept: false,
      error: null,
      canUndo: false,
      canRedo: false,
    };
    this.restore();
  }

  readonly read = (): DeskState => this.current;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly change = (change: Change): void => this.make(change, isTyped(change));

  /** QU106: a mend is one step for undo, whatever was typed just before. */
  readonly mend = (change: Change): void => this.make(change, false);

  /** Both give the field that moved, so that the page can show it; null at the end of the history. */
  readonly undo = (): string | null => this.step(undo(this.history));
  readonly redo = (): string | null => this.step(redo(this.history));

  /** QU71: a field that both changed keeps yours or takes theirs; either can be undone. */
  readonly decide = (conflict: Conflict, choice: 'yours' | 'theirs'): void => {
    const conflicts = this.current.conflicts.filter((c) => c.field.id !== conflict.field.id);
    const { content } = this.current;
    const next = choice === 'theirs' ? conflict.field.write(content, conflict.theirs as never) : content;
    const change = { field: conflict.field.id, typed: false, at: this.options.now().getTime() };
    if (conflicts.length === 0) this.undecided = null;
    this.set({ conflicts });
    this.show(record(this.history, next, change));
  };

  readonly acknowledge = (): void => this.set({ restored: null, taken: [] });

  /** Sends what is not yet sent; true when the server has all that is shown. */
  readonly flush = async (): Promise<boolean> => {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.sending) await this.sending;
    if (same(this.current.content, this.base)) return true;
    if (this.left || this.current.conflicts.length > 0) return false;
    this.sending = this.send();
    const done = await this.sending;
    this.sending = null;
    return done && (same(this.current.content, this.base) || this.flush());
  };

  /** After a submission: the server's canonical form is the new ground. */
  readonly settle = (content: Partial<Content>, version: number, problems: readonly Problem[]): void => {
    this.base = asForm(content, this.options.kind);
    this.options.journal.forget(this.options.id);
    if (!same(this.base, this.current.content))
      this.history = record(this.history, this.base, { field: '', typed: false, at: 0 });
    this.set({ version, problems, content: this.base, status: 'saved', error: null });
  };

  /** QU71: somebody saved or submitted meanwhile. */
  readonly meet = (error: ApiError): void => {
    const newer = error.body as unknown as Newer;
    if (!newer.draft || typeof newer.draft_version !== 'number')
      return this.set({ status: 'refused', error });
    const ground = { base: this.base, version: this.current.version };
    this.join(ground, asForm(newer.draft.content, this.options.kind), newer.draft_version);
  };

  /** Somebody took the draft again: what the server has is joined with what is here, like any newer version. */
  readonly adopt = (content: Partial<Content>, version: number): void => {
    const ground = { base: this.base, version: this.current.version };
    this.join(ground, asForm(content, this.options.kind), version);
  };

  /** The draft is no longer this page's: nothing is sent any more, and what is unsent stays in the journal. */
  readonly leave = (): void => {
    this.left = true;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  };

  /** For the end of the page: what is unsent goes out, and nothing is shown any more. */
  readonly close = (): void => {
    this.alive = false;
    void this.flush();
  };

  readonly open = (): void => {
    this.alive = true;
    if (this.current.status !== 'saved') this.plan();
  };

  private make(change: Change, typed: boolean): void {
    const next = apply(this.current.content, change, this.options.kind);
    const at = this.options.now().getTime();
    this.show(record(this.history, next, { field: fieldOf(change), typed, at }));
  }

  private restore(): void {
    const { journal, id, version } = this.options;
    const kept = journal.read(id);
    if (!kept) return;
    const content = asForm(kept.content, this.options.kind);
    if (same(content, this.base)) return journal.forget(id);
    if (kept.version === version) {
      this.history = record(this.history, content, { field: '', typed: false, at: 0 });
      this.set({ content, restored: kept.saved_at, status: 'changed', canUndo: true });
    } else {
      const theirs = this.base;
      this.current = { ...this.current, content, restored: kept.saved_at };
      this.join({ base: asForm(kept.base, this.options.kind), version: kept.version }, theirs, version);
    }
  }

  private join(ground: Ground, theirs: Content, version: number): void {
    const { content, taken, conflicts } = merge(ground.base, this.current.content, theirs);
    this.undecided = conflicts.length > 0 ? ground : null;
    this.base = theirs;
    this.set({ version, taken, conflicts, error: null, status: 'changed' });
    this.show(record(this.history, content, { field: '', typed: false, at: 0 }));
  }

  private step(moved: { history: History<Content>; field: string } | null): string | null {
    if (!moved) return null;
    this.show(moved.history);
    return moved.field;
  }

  private show(history: History<Content>): void {
    this.history = history;
    const content = history.present.state;
    const changed = !same(content, this.base);
    let unkept = false;
    if (changed)
      unkept = !this.options.journal.write(this.options.id, {
        content,
        ...(this.undecided ?? { base: this.base, version: this.current.version }),
        saved_at: this.options.now().toISOString(),
      });
    else this.options.journal.forget(this.options.id);
    this.set({
      content,
      unkept,
      status: changed ? 'changed' : 'saved',
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
    });
    this.plan();
  }

  private plan(wait = IDLE_MS): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.left || this.current.conflicts.length > 0 || same(this.current.content, this.base)) return;
    this.timer = setTimeout(() => void this.flush(), wait);
  }

  private async send(): Promise<boolean> {
    const { content, version } = this.current;
    this.set({ status: 'saving' });
    try {
      const saved = await this.options.save(content, version);
      this.base = content;
      const all = same(this.current.content, content);
      if (all) this.options.journal.forget(this.options.id);
      this.set({
        version: saved.version,
        savedAt: saved.saved_at,
        problems: saved.problems,
        status: all ? 'saved' : 'changed',
        error: null,
      });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409) this.meet(error);
      else if (error.offline || error.status >= 500) {
        this.set({ status: 'waiting', error });
        if (this.alive) this.plan(RETRY_MS);
      } else this.set({ status: 'refused', error });
      return false;
    }
  }

  private set(patch: Partial<DeskState>): void {
    this.current = { ...this.current, ...patch };
    for (const listener of this.listeners) listener();
  }
}
