import { useEffect, useState } from 'react';
import { clock } from '../../shared/lib/format';

/** A thin bar while the browser has no network; pages keep what they show. */
export function OfflineBar() {
  const [since, setSince] = useState(() => (navigator.onLine ? null : new Date().toISOString()));
  useEffect(() => {
    const off = () => setSince(new Date().toISOString());
    const on = () => setSince(null);
    window.addEventListener('offline', off);
    window.addEventListener('online', on);
    return () => {
      window.removeEventListener('offline', off);
      window.removeEventListener('online', on);
    };
  }, []);
  if (!since) return null;
  return (
    <div className="offline" role="status">
      Offline since {clock(since)}. What is on the screen stays; changes go through when the network is back.
    </div>
  );
}
