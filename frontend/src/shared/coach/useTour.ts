import { useState } from 'react';
import { usePageKeys } from '../keys';

/** Whether somebody is shown around a page: the first time they come, and whenever they press the key. */
export function useTour(page: string, awake = true) {
  const store = `affectory.toured.${page}`;
  const [state, setState] = useState({ store, on: isNew(store) });
  if (state.store !== store) setState({ store, on: isNew(store) });
  const setOn = (on: boolean) => setState({ store, on });
  usePageKeys({ tour: () => setOn(true) }, awake);
  const close = () => {
    setOn(false);
    try {
      localStorage.setItem(store, 'yes');
    } catch {
      // Without storage they are shown around again at the next visit.
    }
  };
  return { on: state.on && awake, close };
}

const isNew = (store: string): boolean => localStorage.getItem(store) === null;
