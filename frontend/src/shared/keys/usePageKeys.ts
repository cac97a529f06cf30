import { useKeys, type Handlers } from './useKeys';

/**
 * RV37: an open sheet or palette keeps the page's keys: nobody accepts or cuts what lies under a window. What the palette
 * runs by name has no target and passes.
 */
export function usePageKeys(handlers: Handlers, enabled = true): void {
  const guarded = Object.fromEntries(
    Object.entries(handlers).map(([id, run]) => [
      id,
      (event: KeyboardEvent) => {
        if (event.target === null || !document.querySelector('[role="dialog"][aria-modal="true"]'))
          run?.(event);
      },
    ]),
  ) as Handlers;
  useKeys(guarded, enabled);
}
