import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Goes somewhere from a page that is on screen. What a timer or an answer asks for later does not fetch back whoever
 *  has left, neither when the page is gone nor while it waits, hidden, for the next one's code. */
export function useGo(): (to: string, options?: { replace?: boolean }) => void {
  const [, go] = useLocation();
  const shown = useRef(false);
  useLayoutEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(
    (to, options) => {
      if (shown.current) go(to, options);
    },
    [go],
  );
}

/** Filters live in the address, so that a view can be kept as a bookmark. */
export function useUrlState(): [URLSearchParams, (patch: Record<string, string | null>) => void] {
  const search = useSearch();
  const [location] = useLocation();
  const go = useGo();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback(
    (patch: Record<string, string | null>) => {
      const next = new URLSearchParams(search);
      for (const [key, value] of Object.entries(patch)) {
        if (value === null || value === '') next.delete(key);
        else next.set(key, value);
      }
      const text = next.toString();
      go(text ? `${location}?${text}` : location, { replace: true });
    },
    [search, location, go],
  );
  return [params, set];
}
