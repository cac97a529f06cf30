import { useState } from 'react';
import { Journal } from '../lib/journal';

const journal = new Journal<{ text: string; saved_at: string }>(localStorage, 'affectory.comment.');

/** Text that is being written, kept in this browser until it was sent: a closed tab loses nothing. */
export function useKept(id: string, initial = '') {
  const [text, show] = useState(() => journal.read(id)?.text ?? initial);
  const set = (next: string) => {
    show(next);
    if (next === initial) journal.forget(id);
    else {
      journal.write(id, { text: next, saved_at: new Date().toISOString() });
      journal.tidy();
    }
  };
  const sent = () => {
    show(initial);
    journal.forget(id);
  };
  return { text, set, sent };
}
