import { useState } from 'react';

const STORE = 'affectory.review.swapped';

/** Whether the clips stand the other way round, kept in this browser: whoever compares left to right goes on so. */
export function useSwapped(): [boolean, () => void] {
  const [swapped, set] = useState(() => localStorage.getItem(STORE) === 'yes');
  const swap = () => {
    localStorage.setItem(STORE, swapped ? 'no' : 'yes');
    set(!swapped);
  };
  return [swapped, swap];
}
