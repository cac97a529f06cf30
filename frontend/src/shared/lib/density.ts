import { useState } from 'react';

export type Density = 'comfortable' | 'compact';
const STORE = 'affectory.density';

export const readDensity = (): Density =>
  localStorage.getItem(STORE) === 'compact' ? 'compact' : 'comfortable';
export const applyDensity = (density: Density): void => {
  document.documentElement.dataset.density = density;
};

export function useDensity(): [Density, (next: Density) => void] {
  const [density, set] = useState(readDensity);
  return [
    density,
    (next) => {
      localStorage.setItem(STORE, next);
      applyDensity(next);
      set(next);
    },
  ];
}
