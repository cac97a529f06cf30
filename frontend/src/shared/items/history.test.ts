import { describe, expect, it } from 'vitest';
import { begin, caretAfter, record, redo, undo, type History } from './history';

const typed = (h: History<string>, state: string, at: number, field = 'question') =>
  record(h, state, { field, typed: true, at });

describe('going back and forth (QU70)', () => {
  it('takes a run of letters for one step, and a pause or another field for its end', () => {
    let h = begin('');
    h = typed(h, 'W', 0);
    h = typed(h, 'Wh', 200);
    h = typed(h, 'Wha', 1399); // 1,199 ms after the letter before
    h = typed(h, 'What', 2600); // 1,201 ms after it: a new run
    h = typed(h, 'What/Calm', 2700, 'answer');
    expect(h.past.map((s) => s.state)).toEqual(['', 'Wha', 'What']);
  });

  it('never joins what is not typed', () => {
    let h = begin('a');
    h = record(h, 'b', { field: 'answer', typed: false, at: 0 });
    h = record(h, 'c', { field: 'answer', typed: false, at: 1 });
    h = typed(h, 'd', 2, 'answer');
    expect(h.past.map((s) => s.state)).toEqual(['a', 'b', 'c']);
  });

  it('goes all the way back and all the way forth, and says which field moved', () => {
    let h = begin('0');
    h = record(h, '1', { field: 'question', typed: false, at: 0 });
    h = record(h, '2', { field: 'answer', typed: false, at: 1 });
    const back = undo(h)!;
    expect([back.history.present.state, back.field]).toEqual(['1', 'answer']);
    const start = undo(back.history)!;
    expect([start.history.present.state, start.field]).toEqual(['0', 'question']);
    expect(undo(start.history)).toBeNull();
    const forth = redo(start.history)!;
    expect([forth.history.present.state, forth.field]).toEqual(['1', 'question']);
    expect(redo(redo(forth.history)!.history)).toBeNull();
  });

  it('forgets what was taken back once something else is written', () => {
    const h = record(begin('0'), '1', { field: 'question', typed: false, at: 0 });
    const other = record(undo(h)!.history, '3', { field: 'question', typed: false, at: 1 });
    expect(redo(other)).toBeNull();
    expect(other.past.map((s) => s.state)).toEqual(['0']);
  });

  it('starts a new run after going back', () => {
    let h = typed(begin(''), 'a', 0);
    h = undo(h)!.history;
    h = typed(h, 'b', 100);
    h = typed(h, 'bc', 200);
    expect(h.past.map((s) => s.state)).toEqual(['']);
  });

  it('records nothing where nothing changed', () => {
    const h = begin('a');
    expect(typed(h, 'a', 0)).toBe(h);
  });

  it('puts the caret behind what came back', () => {
    expect(caretAfter('How she?', 'How does she?')).toBe(8);
    expect(caretAfter('How does she?', 'How she?')).toBe(3);
    expect(caretAfter('', 'abc')).toBe(3);
    expect(caretAfter('abc', 'abc')).toBe(0);
  });
});
