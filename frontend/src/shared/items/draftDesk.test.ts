import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/client';
import { asForm, type Content } from './content';
import { DraftDesk, type Kept, type Saved } from './draftDesk';

const KIND = {
  granularity: 'clip' as const,
  type: 'emotion influence',
  answer_form: 'labels' as const,
  families: [],
};
const START = asForm({ question: 'What?', answer: ['fear'] }, KIND);
const NOW = new Date('2026-03-01T14:02:31Z');

function setUp(
  more: { kept?: Kept; version?: number; save?: (content: Content, version: number) => Promise<Saved> } = {},
) {
  const store = new Map<string, Kept>(more.kept ? [['i', more.kept]] : []);
  const sent: [Content, number][] = [];
  const desk = new DraftDesk({
    id: 'i',
    kind: KIND,
    content: START,
    version: more.version ?? 3,
    savedAt: null,
    problems: [],
    journal: {
      read: (id) => store.get(id) ?? null,
      write: (id, entry) => !!store.set(id, entry),
      forget: (id) => store.delete(id),
    },
    save: (content, version) => {
      sent.push([content, version]);
      return (
        more.save?.(content, version) ??
        Promise.resolve({ version: version + 1, saved_at: 'now', problems: [] })
      );
    },
    now: () => NOW,
  });
  return { desk, store, sent };
}
const refusal = (draft: unknown, draft_version: number) =>
  new ApiError(409, 'item.draft_changed', 'Somebody saved.', {}, { draft, draft_version });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('saving', () => {
  it('keeps every letter in the browser before it sends them all once', async () => {
    const { desk, store, sent } = setUp();
    desk.change({ do: 'question', text: 'What d' });
    desk.change({ do: 'question', text: 'What does she feel?' });
    expect(store.get('i')).toMatchObject({
      version: 3,
      content: { question: 'What does she feel?' },
      base: START,
    });
    expect([sent.length, desk.read().status]).toEqual([0, 'changed']);
    await vi.advanceTimersByTimeAsync(700);
    expect(sent).toEqual([[{ ...START, question: 'What does she feel?' }, 3]]);
    expect(desk.read()).toMatchObject({ status: 'saved', version: 4, savedAt: 'now' });
    expect(store.size).toBe(0);
  });

  it('sends again what was typed while it sent', async () => {
    let answer!: (saved: Saved) => void;
    const first = new Promise<Saved>((done) => (answer = done));
    const later = Promise.resolve({ version: 5, saved_at: 'later', problems: [] });
    const { desk, sent } = setUp({ save: (_, version) => (version === 3 ? first : later) });
    desk.change({ do: 'question', text: 'A' });
    await vi.advanceTimersByTimeAsync(700);
    desk.change({ do: 'question', text: 'AB' });
    answer({ version: 4, saved_at: 'now', problems: [] });
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent.map(([c, v]) => [c.question, v])).toEqual([
      ['A', 3],
      ['AB', 4],
    ]);
    expect(desk.read()).toMatchObject({ status: 'saved', version: 5 });
  });

  it('tries again while the server cannot be reached, and keeps the text', async () => {
    let up = false;
    const offline = () => Promise.reject(new ApiError(0, 'network.offline', 'Not reached.'));
    const { desk, store } = setUp({
      save: (_, version) =>
        up ? Promise.resolve({ version: version + 1, saved_at: 'now', problems: [] }) : offline(),
    });
    desk.change({ do: 'question', text: 'A' });
    await vi.advanceTimersByTimeAsync(700);
    expect([desk.read().status, store.size]).toEqual(['waiting', 1]);
    up = true;
    await vi.advanceTimersByTimeAsync(4000);
    expect([desk.read().status, store.size]).toEqual(['saved', 0]);
  });

  it('sends nothing when everything was taken back', async () => {
    const { desk, store, sent } = setUp();
    desk.change({ do: 'labels', side: 'answer', labels: ['fear', 'pain'] });
    expect(desk.undo()).toBe('answer');
    await vi.advanceTimersByTimeAsync(5000);
    expect([sent.length, store.size, desk.read().status]).toEqual([0, 0, 'saved']);
    expect(desk.redo()).toBe('answer');
    expect(desk.read().content.answer).toEqual(['fear', 'pain']);
    expect(desk.redo()).toBeNull();
  });
});

describe('coming back', () => {
  const kept = {
    content: { ...START, question: 'Kept?' },
    base: START,
    version: 3,
    saved_at: '2026-03-01T14:00:00Z',
  };

  it('shows what the browser kept, and sends it', async () => {
    const { desk, sent } = setUp({ kept });
    expect(desk.read()).toMatchObject({ restored: kept.saved_at, status: 'changed', canUndo: true });
    desk.open();
    await vi.advanceTimersByTimeAsync(700);
    expect(sent[0]?.[0].question).toBe('Kept?');
    expect(desk.undo()).toBe('');
    expect(desk.read().content.question).toBe('What?');
  });

  it('forgets what the server has already', () => {
    const { desk, store } = setUp({ kept: { ...kept, content: START, version: 2 } });
    expect([desk.read().restored, store.size]).toEqual([null, 0]);
  });

  it('joins what was kept with what was saved elsewhere since (QU71)', async () => {
    const base = { ...START, answer: ['pain'] };
    const { desk, sent } = setUp({
      kept: { ...kept, base, content: { ...base, question: 'Kept?' }, version: 2 },
    });
    // Kept: another question. Elsewhere: fear instead of pain.
    expect(desk.read().content).toEqual({ ...START, question: 'Kept?', answer: ['fear'] });
    expect(desk.read().taken.map((f) => f.id)).toEqual(['answer']);
    await vi.advanceTimersByTimeAsync(700);
    expect(sent[0]?.[1]).toBe(3);
  });
});

describe('somebody else saved (QU71)', () => {
  const stale = (theirs: Content) => (_: Content, version: number) =>
    version === 3
      ? Promise.reject(refusal({ content: theirs }, 7))
      : Promise.resolve({ version: version + 1, saved_at: 'now', problems: [] });

  it('takes over what only the other changed and saves both', async () => {
    const { desk, sent } = setUp({ save: stale({ ...START, answer: ['anger'] }) });
    desk.change({ do: 'question', text: 'Mine?' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent.at(-1)).toEqual([{ ...START, question: 'Mine?', answer: ['anger'] }, 7]);
    expect(desk.read()).toMatchObject({ version: 8, conflicts: [], status: 'saved' });
  });

  it('sends nothing until a person has decided about each field', async () => {
    const { desk, sent, store } = setUp({ save: stale({ ...START, question: 'Theirs?' }) });
    desk.change({ do: 'question', text: 'Mine?' });
    await vi.advanceTimersByTimeAsync(10_000);
    const conflict = desk.read().conflicts[0]!;
    expect([sent.length, conflict.yours, conflict.base, conflict.theirs]).toEqual([
      1,
      'Mine?',
      'What?',
      'Theirs?',
    ]);
    expect([desk.read().content.question, store.size, await desk.flush()]).toEqual(['Mine?', 1, false]);
    desk.decide(conflict, 'yours');
    await vi.advanceTimersByTimeAsync(700);
    expect(sent.at(-1)).toEqual([{ ...START, question: 'Mine?' }, 7]);
  });

  it('asks again whoever leaves before deciding', async () => {
    const { desk, store } = setUp({ save: stale({ ...START, question: 'Theirs?' }) });
    desk.change({ do: 'question', text: 'Mine?' });
    await vi.advanceTimersByTimeAsync(700);
    const kept = store.get('i')!;
    expect([kept.version, kept.base, kept.content.question]).toEqual([3, START, 'Mine?']);
    desk.decide(desk.read().conflicts[0]!, 'yours');
    expect([store.get('i')?.version, store.get('i')?.base.question]).toEqual([7, 'Theirs?']);
  });

  it('can take theirs, and undo that', async () => {
    const { desk, sent } = setUp({ save: stale({ ...START, question: 'Theirs?' }) });
    desk.change({ do: 'question', text: 'Mine?' });
    await vi.advanceTimersByTimeAsync(700);
    desk.decide(desk.read().conflicts[0]!, 'theirs');
    await vi.advanceTimersByTimeAsync(700);
    expect([desk.read().content.question, desk.read().status, sent.length]).toEqual(['Theirs?', 'saved', 1]);
    desk.undo();
    expect(desk.read().content.question).toBe('Mine?');
  });

  it('keeps the text where nothing is said of the newer one', async () => {
    const { desk, store } = setUp({ save: () => Promise.reject(refusal(null, 7)) });
    desk.change({ do: 'question', text: 'Mine?' });
    await vi.advanceTimersByTimeAsync(700);
    expect([desk.read().status, desk.read().content.question, store.size]).toEqual(['refused', 'Mine?', 1]);
  });
});

describe('after a submission', () => {
  it('stands on the canonical form', async () => {
    const { desk, sent } = setUp();
    desk.settle({ ...START, question: 'What? ' }, 5, []);
    await vi.advanceTimersByTimeAsync(2000);
    expect(desk.read()).toMatchObject({ version: 5, status: 'saved', content: { question: 'What? ' } });
    expect(sent).toEqual([]);
  });
});

describe('a draft that went to somebody else', () => {
  it('sends nothing any more once it was left, and keeps what is unsent', async () => {
    const { desk, store, sent } = setUp();
    desk.change({ do: 'question', text: 'Mine?' });
    desk.leave();
    await vi.advanceTimersByTimeAsync(10_000);
    desk.close();
    expect([await desk.flush(), sent.length]).toEqual([false, 0]);
    expect(store.get('i')).toMatchObject({ content: { question: 'Mine?' } });
  });

  it('goes on from what the server gives back when it is taken again', async () => {
    const { desk, sent } = setUp();
    desk.change({ do: 'question', text: 'Mine?' });
    await vi.advanceTimersByTimeAsync(700);
    desk.change({ do: 'question', text: 'Mine, and more?' });
    // The draft was given back as it came, and what had been saved is restored as version 6.
    desk.adopt({ question: 'Mine?', answer: ['fear'] }, 6);
    expect(desk.read()).toMatchObject({
      content: { question: 'Mine, and more?' },
      conflicts: [],
      version: 6,
    });
    await vi.advanceTimersByTimeAsync(700);
    expect(sent.at(-1)).toMatchObject([{ question: 'Mine, and more?' }, 6]);
  });
});
