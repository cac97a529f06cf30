import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useJob } from '../../../shared/api/jobs';
import { count, plural } from '../../../shared/lib/format';
import { ErrorNote } from '../../../shared/ui/states';
import { useDiscard, useDiscardable } from './api';

/** Takes composing back: the number first, then one press that says it. */
export function Discard({ slug, id }: { slug: string; id: string }) {
  const [asks, setAsks] = useState(false);
  const found = useDiscardable(slug, id, asks);
  const discard = useDiscard(slug, id);
  const job = useJob(discard.data?.job ?? null);
  const d = found.data;
  const all = d ? d.before_review + d.in_review : 0;
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setAsks(true)}>
        Discard unreviewed…
      </Button>
      {job.data && (
        <span className="f12 t2 num" role="status">
          {job.data.state === 'done'
            ? `Discarded. ${job.data.message}`
            : `${count(job.data.done)} of ${count(job.data.total ?? 0)} discarded`}
        </span>
      )}
      <Modal opened={asks} onClose={() => setAsks(false)} title="Discard unreviewed episodes" centered>
        {found.isError && <ErrorNote error={found.error} />}
        {d && all === 0 && <p>Every episode of this composition was judged or is gone already.</p>}
        {d && all > 0 && (
          <>
            <p>
              <b className="num">{plural(all, 'episode')}</b> would go
              {d.in_review > 0
                ? `; of the ${count(d.in_review)} in review among them, those with a verdict stay`
                : ''}
              .{d.stay > 0 ? ` ${plural(d.stay, 'is decided and stays', 'are decided and stay')}.` : ''}
            </p>
            <p className="t2">
              Their clips are not shown any more and waiting ones are cancelled. Composing the same plan with
              the same seed brings back what nobody was asked to review; the rest stays away for good.
            </p>
          </>
        )}
        {discard.isError && <ErrorNote error={discard.error} />}
        <div className="row modal-do">
          <Button variant="default" onClick={() => setAsks(false)}>
            Keep them
          </Button>
          {all > 0 && (
            <Button
              loading={discard.isPending}
              onClick={() => discard.mutate(all, { onSuccess: () => setAsks(false) })}
            >
              Discard {count(all)}
            </Button>
          )}
        </div>
      </Modal>
    </>
  );
}
