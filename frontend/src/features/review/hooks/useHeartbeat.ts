import { useEffect, useState } from 'react';
import { ApiError } from '../../../shared/api/client';
import { heartbeat } from '../api/review';

const EVERY_MS = 60_000;
const BREAK_MS = 15 * 60_000;

/** Keeps the lease while the page is open, for a quarter of an hour of break at most. Tells when it has ended. */
export function useHeartbeat(slug: string, lease: string, pausedAt: number | null): string | null {
  const [ended, setEnded] = useState<{ lease: string; says: string } | null>(null);
  useEffect(() => {
    // What is shown ahead of its lease has none to keep.
    if (!lease) return;
    const beat = async () => {
      if (pausedAt !== null && Date.now() - pausedAt > BREAK_MS) return;
      try {
        await heartbeat(slug, lease);
      } catch (error) {
        if (error instanceof ApiError && [403, 404, 409, 410].includes(error.status))
          setEnded({ lease, says: error.message });
      }
    };
    const timer = window.setInterval(() => void beat(), EVERY_MS);
    return () => window.clearInterval(timer);
  }, [slug, lease, pausedAt]);
  return ended?.lease === lease ? ended.says : null;
}
