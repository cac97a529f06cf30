import { useEffect, useRef } from 'react';
import { useOtherTab } from '../../shared/lib/useOtherTab';
import { leaveReview } from './api/review';
import { DonePage } from './components/DonePage';
import { LeasePage } from './components/LeasePage';
import { QueuePage } from './components/QueuePage';
import './review.css';

const LEAVE_AFTER_MS = 400;
/** Somebody who has just left, and may be back at once; should the tab close meanwhile, they have left. */
let leaving: { timer: number; leave: () => void } | null = null;

function callOff(): void {
  if (leaving === null) return;
  window.clearTimeout(leaving.timer);
  window.removeEventListener('pagehide', leaving.leave);
  leaving = null;
}

/** `/p/:slug/review` is the queue, `/p/:slug/review/:lease` one episode. Leaving, closing the tab too, makes a held verdict
 *  final, unless reviewing goes on in another tab. */
export default function ReviewPage({ slug, lease }: { slug: string; lease: string | undefined }) {
  const working = lease !== undefined;
  const goesOn = useOtherTab(working ? `review of ${slug}` : '');
  const elsewhere = useRef(goesOn);
  useEffect(() => {
    elsewhere.current = goesOn;
  }, [goesOn]);
  useEffect(() => {
    if (!working) return;
    callOff();
    const leave = () => {
      if (!elsewhere.current) void leaveReview(slug).catch(() => undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      const timer = window.setTimeout(() => {
        callOff();
        leave();
      }, LEAVE_AFTER_MS);
      leaving = { timer, leave };
    };
  }, [slug, working]);
  if (!lease) return <QueuePage slug={slug} />;
  return lease === 'done' ? <DonePage slug={slug} /> : <LeasePage slug={slug} id={lease} />;
}
