import { useState } from 'react';
import { withLocalTimes } from '../../shared/lib/format';
import { useGo } from '../../shared/lib/url';
import { fetchNextVideo } from './api';

/** Goes to what is to be written about next, or says why there is nothing. */
export function useNextVideo(slug: string) {
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const start = async (after?: string) => {
    if (busy) return;
    setBusy(true);
    setSays('');
    setFailure(null);
    try {
      const { video, item, nothing } = await fetchNextVideo(slug, after);
      if (video) go(`/p/${slug}/g2/${video}${item ? `?item=${item}` : ''}`);
      else setSays(withLocalTimes(nothing?.message ?? ''));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { start, busy, says, failure };
}
