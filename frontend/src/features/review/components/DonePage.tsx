import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../../../shared/api/session';
import { K, usePageKeys } from '../../../shared/keys';
import { plural } from '../../../shared/lib/format';
import { useGo } from '../../../shared/lib/url';
import { usePage } from '../../../shared/ui/chrome';
import { takeBack, takeLease, useDecided, useQueue, useReviewCache } from '../api/review';
import { usePace } from '../../../shared/pace';
import { countOf } from '../model/queue';

const DAY_AT_MOST = 200;

/** A full stop: how many, what happens next, stop before more. */
export function DonePage({ slug }: { slug: string }) {
  usePage({
    title: 'Done · Review',
    crumbs: [{ label: 'Review queue', to: `/p/${slug}/review` }, { label: 'Done' }],
  });
  const person = useMe().data?.id ?? 'nobody';
  const go = useGo();
  const decided = useDecided(slug, DAY_AT_MOST).data ?? [];
  const queue = useQueue(slug).data;
  const pace = usePace(person, 45);
  const { putLease } = useReviewCache(slug);
  const [failed, setFailed] = useState<string | null>(null);
  const held = decided.find((one) => one.held);
  const waiting = countOf(queue?.batches ?? []);
  const undo = async () => {
    if (!held) return;
    try {
      const lease = await takeBack(slug, held.id);
      putLease(lease);
      go(`/p/${slug}/review/${lease.id}`, { replace: true });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : 'The verdict could not be taken back.');
    }
  };
  const more = async () => {
    try {
      const { lease } = await takeLease(slug);
      if (!lease) return;
      putLease(lease);
      go(`/p/${slug}/review/${lease.id}`);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : 'Nothing could be taken.');
    }
  };
  usePageKeys({ undo: () => void undo() });
  const [today] = useState(() => new Date().toDateString());
  const ofToday = decided.filter((one) => new Date(one.decided_at).toDateString() === today);
  const count = ofToday.length;
  const accepted = ofToday.filter((one) => one.verdict === 'accept').length;
  const kinds = new Set(decided.map((one) => one.kind));
  return (
    <div className="dash">
      <div className="empty">
        <h1>That is all for now.</h1>
        <p className="t2">
          {count > 0
            ? `${plural(count, 'verdict')} of yours ${count === 1 ? 'has' : 'have'} arrived today: ${accepted} accepted, ${count - accepted} rejected`
            : 'Nothing is left in your hands'}
          {pace.minutes > 0 ? `, after ${plural(pace.minutes, 'minute')} of looking` : ''}.{' '}
          {kinds.has('item')
            ? 'An item is kept when all its reviewers accept it; where they differ, it goes back to its author with the reasons and without names.'
            : 'An episode is kept when all its reviewers accept it.'}{' '}
          You see nothing of the others before that.
        </p>
        <div className="row empty-do">
          <Button component={Link} href={`/p/${slug}/review`} variant="default">
            Stop here
          </Button>
          {waiting && (
            <Button variant="default" onClick={() => void more()}>
              More: {waiting}
            </Button>
          )}
          {held && (
            <Button variant="subtle" color="gray" onClick={() => void undo()} rightSection={<K id="undo" />}>
              Take back the last verdict
            </Button>
          )}
        </div>
        {failed && (
          <p role="alert" className="f12">
            {failed}
          </p>
        )}
      </div>
    </div>
  );
}
