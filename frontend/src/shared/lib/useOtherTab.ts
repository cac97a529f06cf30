import { useEffect, useState } from 'react';

/** True while the same lease or item is open in another tab of this browser. */
export function useOtherTab(lease: string): boolean {
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    if (!lease || !('BroadcastChannel' in window)) return;
    const channel = new BroadcastChannel('affectory-tabs');
    channel.addEventListener(
      'message',
      ({ data }: MessageEvent<{ lease: string; says: 'here' | 'too' | 'bye' }>) => {
        if (data.lease !== lease) return;
        setOther(data.says === 'bye' ? null : lease);
        if (data.says === 'here') channel.postMessage({ lease, says: 'too' });
        // One has gone; a third says that it is there.
        if (data.says === 'bye') channel.postMessage({ lease, says: 'here' });
      },
    );
    channel.postMessage({ lease, says: 'here' });
    const bye = () => channel.postMessage({ lease, says: 'bye' });
    window.addEventListener('pagehide', bye);
    return () => {
      window.removeEventListener('pagehide', bye);
      bye();
      channel.close();
    };
  }, [lease]);
  return other === lease && lease !== '';
}
