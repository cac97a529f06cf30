import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { plural, withLocalTimes } from '../../../shared/lib/format';
import { usePage } from '../../../shared/ui/chrome';
import type { Nothing } from '../api';

/** A full stop: how many, why there is no more, stop before more. */
export function DonePanel({
  slug,
  nothing,
  count,
  onLook,
}: {
  slug: string;
  nothing: Nothing;
  count: number;
  onLook: () => void;
}) {
  usePage({
    title: 'Done · Write',
    crumbs: [{ label: 'Clip items', to: `/p/${slug}/g1` }, { label: 'Done' }],
  });
  return (
    <div className="dash">
      <div className="empty">
        <h1>{count > 0 ? `${plural(count, 'item')} submitted in this sitting` : 'Nothing more for now'}</h1>
        <p className="t2">
          {withLocalTimes(nothing.message)}
          {count > 0 &&
            ' What you submitted goes to two reviewers; what they do not agree on comes back to you here.'}
        </p>
        <div className="empty-do row wrap">
          <Button component={Link} href="/">
            Stop here
          </Button>
          <Button variant="default" onClick={onLook}>
            Look again
          </Button>
          <Button component={Link} href={`/p/${slug}/g1`} variant="default">
            Open the queue
          </Button>
        </div>
      </div>
    </div>
  );
}
