import { useEffect, useState } from 'react';

/** Since when the browser has had no network, or null. */
export function useOfflineSince(): Date | null {
  const [since, setSince] = useState<Date | null>(() => (navigator.onLine ? null : new Date()));
  useEffect(() => {
    const off = () => setSince((known) => known ?? new Date());
    const on = () => setSince(null);
    window.addEventListener('offline', off);
    window.addEventListener('online', on);
    return () => {
      window.removeEventListener('offline', off);
      window.removeEventListener('online', on);
    };
  }, []);
  return since;
}
