import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '../../../shared/api/session';
import { K, usePageKeys } from '../../../shared/keys';
import { clock, withLocalTimes, words } from '../../../shared/lib/format';
import { useGo } from '../../../shared/lib/url';
import { usePage } from '../../../shared/ui/chrome';
import { Empty, ErrorNote, Loading } from '../../../shared/ui/states';
import { takeLease, useQueue, useReviewCache } from '../api/review';
import type { Batch, Queue } from '../api/types';
import type { Kind } from '../model/judging';
import { countOf, inOrder, KINDS } from '../model/queue';

/** `/p/:slug/review`: what waits, and one key to start. */
export function QueuePage({ slug }: { slug: string }) {
  usePage({ title: 'Review queue', crumbs: [{ label: 'Review queue' }] });
  const queue = useQueue(slug);
  const go = useGo();
  const { putLease } = useReviewCache(slug);
  const [row, setRow] = useState(0);
  const [state, setState] = useState<{ error: unknown; nothing: string | null }>({
    error: null,
    nothing: null,
  });
  const busy = useRef(false);
  const batches = inOrder(queue.data?.batches ?? []);
  const start = async (batch: Batch | undefined) => {
    if (busy.current || !batch) return;
    busy.current = true;
    try {
      const { lease, nothing } = await takeLease(slug, batch.id);
      if (lease) {
        putLease(lease);
        go(`/p/${slug}/review/${lease.id}`);
      } else
        setState({
          error: null,
          nothing: nothing ? withLocalTimes(nothing.message) : 'Nothing in this batch is free at the moment.',
        });
    } catch (error) {
      setState({ error, nothing: null });
    } finally {
      busy.current = false;
    }
  };
  const move = (step: number) =>
    setRow((at) => Math.min(Math.max(0, at + step), Math.max(0, batches.length - 1)));
  usePageKeys({
    'list.next': () => move(1),
    'list.previous': () => move(-1),
    'list.open': () => void start(batches[row]),
  });

  if (queue.isPending) return <Loading what="the review queue" />;
  if (queue.isError)
    return (
      <div className="dash">
        <ErrorNote error={queue.error} retry={() => void queue.refetch()} />
      </div>
    );
  return (
    <div className="dash queue">
      <h1>Review queue</h1>
      {state.error !== null && <ErrorNote error={state.error} />}
      {state.nothing && (
        <p className="note" role="status">
          {state.nothing}
        </p>
      )}
      {batches.length === 0 ? (
        <Empty title="Nothing waits for you">
          What is put out for review appears here. What you have judged or skipped, and what you wrote
          yourself, does not.
        </Empty>
      ) : (
        <>
          <Waiting queue={queue.data} />
          <div className="card queue-card">
            <table className="t">
              <thead>
                <tr>
                  <th scope="col">Batch</th>
                  <th scope="col">Content</th>
                  <th scope="col" className="r">
                    Waiting for you
                  </th>
                  <th scope="col" className="r">
                    Held by others
                  </th>
                  <th scope="col" className="r">
                    Your mean time
                  </th>
                  <th scope="col">
                    <span className="sr">Start</span>
                  </th>
                </tr>
              </thead>
              {(Object.keys(KINDS) as Kind[])
                .filter((kind) => batches.some((batch) => batch.kind === kind))
                .map((kind) => (
                  <tbody key={kind}>
                    <tr className="queue-kind">
                      <th scope="rowgroup" colSpan={6}>
                        {KINDS[kind].title}
                      </th>
                    </tr>
                    {batches.map((batch, i) =>
                      batch.kind === kind ? (
                        <BatchRow
                          key={batch.id}
                          batch={batch}
                          current={i === row}
                          open={queue.data.open_lease !== null}
                          onStart={() => void start(batch)}
                          onPoint={() => setRow(i)}
                        />
                      ) : null,
                    )}
                  </tbody>
                ))}
            </table>
          </div>
        </>
      )}
      <div className="queue-rights">
        {queue.data.skip_reasons.length > 0 && (
          <section className="queue-skip">
            <h2>You may always skip</h2>
            <p className="t2">
              Press <K id="skip" /> and a digit. Nobody asks, and it is not counted against you.
            </p>
            <ol>
              {queue.data.skip_reasons.map((reason) => (
                <li key={reason.code}>{reason.label}</li>
              ))}
            </ol>
          </section>
        )}
        <Unwanted />
      </div>
    </div>
  );
}

function Waiting({ queue }: { queue: Queue }) {
  const some = queue.batches.some((batch) => batch.waiting_for_you > 0);
  return (
    <p className="t2">
      {some
        ? `${countOf(queue.batches)} for you. Each is judged by several reviewers who see nothing of each other.`
        : 'Nothing waits for you at the moment; others hold what is left, or have done it.'}
    </p>
  );
}

/** What one does not want to see is left out without a word; here is where to say it. */
function Unwanted() {
  const kept = useMe().data?.preferences?.unwanted_content;
  const unwanted = Array.isArray(kept) ? kept.map(String) : [];
  return (
    <section className="queue-skip">
      <h2>Content you do not want to see</h2>
      <p className="t2">
        {unwanted.length > 0
          ? `Left out for you: ${unwanted.map((word) => words(word).toLowerCase()).join(', ')}.`
          : 'Nothing is left out for you.'}{' '}
        <Link href="/me">Change it in your profile</Link>; nobody is told.
      </p>
    </section>
  );
}

function BatchRow({
  batch,
  current,
  open,
  onStart,
  onPoint,
}: {
  batch: Batch;
  current: boolean;
  open: boolean;
  onStart: () => void;
  onPoint: () => void;
}) {
  const held = batch.held_by_others;
  return (
    <tr aria-current={current ? 'true' : undefined} onPointerEnter={onPoint}>
      <td>
        <b>{batch.name || KINDS[batch.kind].title}</b>
      </td>
      <td>
        <span className="row wrap queue-tags">
          {batch.content.map((tag) => (
            <span key={tag} className="chip line">
              {words(tag)}
            </span>
          ))}
        </span>
      </td>
      <td className="r">{batch.waiting_for_you}</td>
      <td className="r">
        {held}
        {held > 0 && batch.held_until ? ` until ${clock(batch.held_until)}` : ''}
      </td>
      <td className="r">{batch.mean_minutes === null ? '–' : `${batch.mean_minutes.toFixed(1)} min`}</td>
      <td className="r">
        <Button
          variant={current ? 'filled' : 'default'}
          disabled={batch.waiting_for_you === 0 && !open}
          onClick={onStart}
          rightSection={current ? <K id="list.open" fill /> : null}
        >
          {open ? 'Go on' : 'Start'}
        </Button>
      </td>
    </tr>
  );
}
