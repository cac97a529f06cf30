import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Filters live in the address, so that a view can be kept as a bookmark. */
export function useUrlState(): [URLSearchParams, (patch: Record<string, string | null>) => void] {
  const search = useSearch();
  const [location, go] = useLocation();
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
