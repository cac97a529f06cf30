import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../../shared/api/client';
import { useMe } from '../../../shared/api/session';
import { runBinding } from '../../../shared/keys';
import { shortId } from '../../../shared/lib/format';
import { useOtherTab } from '../../../shared/lib/useOtherTab';
import { BreakCover, BreakDue, usePace } from '../../../shared/pace';
import { usePage } from '../../../shared/ui/chrome';
import { Empty, ErrorNote, Loading } from '../../../shared/ui/states';
import { prefetchEpisode, prefetchItem, releaseClips } from '../api/files';
import { useLease, useReviewCache } from '../api/review';
import type { Lease, Upcoming } from '../api/types';
import type { BenchProps } from '../hooks/useDeciding';
import { openingForm } from '../hooks/useForm';
import { useHeartbeat } from '../hooks/useHeartbeat';
import { useOfflineSince } from '../hooks/useOnline';
import { useSession } from '../hooks/useSession';
import { Journal } from '../model/journal';
import { aheadOf } from '../model/session';
import { ConflictCover, KeptNote, WaitingCover } from './Covers';
import { Notices } from './Notices';

/** Each kind brings its own player along. */
const EpisodeBench = lazy(() => import('./EpisodeBench'));
const ItemBench = lazy(() => import('./ItemBench'));

const AHEAD_AFTER_MS = 1500;
const SEEN = 'affectory.review.keys-shown';

const KIND_WORDS = { episode: 'Episode', item: 'Item' };
/** An item's id is for nobody's eyes here: it would be the same in a later round. */
const nameOf = (lease: Lease) =>
  lease.kind === 'episode' ? `Episode ${shortId(lease.subject)}` : KIND_WORDS[lease.kind];

/** `/p/:slug/review/:lease`: one lease after the other, until nothing waits. */
export function LeasePage({ slug, id }: { slug: string; id: string }) {
  const lease = useLease(slug, id);
  if (lease.data?.state === 'HELD')
    return (
      <div className="dash">
        <PageTitle />
        <Empty
          title="You have decided this one"
          action={<Link href={`/p/${slug}/review`}>Back to the queue</Link>}
        >
          Your verdict counts as soon as you decide the next one or leave.
        </Empty>
      </div>
    );
  if (lease.data) return <Leased slug={slug} leased={lease.data} />;
  if (lease.isError) {
    const ended = lease.error instanceof ApiError && [403, 404, 409, 410].includes(lease.error.status);
    if (ended) return <Ended slug={slug} id={id} says={lease.error.message} />;
    return (
      <div className="dash">
        <ErrorNote error={lease.error} retry={() => void lease.refetch()} safe="What you wrote is kept." />
      </div>
    );
  }
  return <Loading what="what you are to judge" />;
}

function PageTitle() {
  usePage({ title: 'Review', crumbs: [{ label: 'Review' }] });
  return null;
}

/** A lease that is over, with whatever was written under it. */
function Ended({ slug, id, says }: { slug: string; id: string; says: string }) {
  const person = useMe().data?.id ?? 'nobody';
  const [entry] = useState(() => new Journal(window.localStorage, person).underLease(id));
  return (
    <div className="dash">
      <PageTitle />
      <Empty
        title="This one is no longer yours to judge"
        action={<Link href={`/p/${slug}/review`}>Back to the queue</Link>}
      >
        {says}
      </Empty>
      {entry?.form.note && (
        <div className="ended">
          <h2>Your note is kept in this browser</h2>
          <KeptNote note={entry.form.note} />
        </div>
      )}
    </div>
  );
}

function Leased({ slug, leased }: { slug: string; leased: Lease }) {
  const person = useMe().data?.id ?? 'nobody';
  const { client } = useReviewCache(slug);
  const work = useSession(slug, person, leased);
  const { current, next, session, submissions } = work;
  usePage({
    title: `${current.position} of ${current.total} · Review`,
    crumbs: [{ label: 'Review queue', to: `/p/${slug}/review` }, { label: nameOf(current) }],
    workbench: true,
  });
  const breakEvery = current.policy.break_minutes;
  const pace = usePace(person, breakEvery);
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  // Asked once per item, when it comes: nobody is interrupted while looking.
  const [due, setDue] = useState({ subject: current.subject, pause: pace.due });
  if (due.subject !== current.subject) setDue({ subject: current.subject, pause: pace.due });
  const [first] = useState(current.subject);
  const offline = useOfflineSince();
  const otherTab = useOtherTab(current.id);
  const ended = useHeartbeat(slug, current.id, pausedAt);

  useEffect(() => releaseClips(client), [client]);
  useEffect(() => prefetch(client, current), [client, current]);
  useEffect(() => {
    // This one has its turn on the wire first.
    const timer = window.setTimeout(() => next.forEach((one) => prefetch(client, one)), AHEAD_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [client, next]);
  const { journal } = work;
  useEffect(() => journal.tidy(), [journal]);
  useEffect(() => {
    if (localStorage.getItem(SEEN)) return;
    localStorage.setItem(SEEN, new Date().toISOString());
    runBinding('help');
  }, []);

  const refused = submissions.refused[0];
  const cut = submissions.offlineSince !== null;
  const waiting = session.waiting && cut;
  const covered = pausedAt !== null || refused !== undefined || waiting || due.pause !== null;
  const resume = () => {
    if (pausedAt !== null && Date.now() - pausedAt > 2 * 60_000) pace.rested();
    setPausedAt(null);
  };
  const later = () => {
    pace.rested();
    setDue({ subject: current.subject, pause: null });
  };
  const what = current.kind;
  const cover = refused ? (
    <ConflictCover key={refused.sending.key} refused={refused} onNext={() => void work.goOn()} />
  ) : waiting ? (
    <WaitingCover pending={submissions.pending} signedOut={submissions.signedOut} />
  ) : pausedAt !== null ? (
    <BreakCover what={what} onResume={resume} />
  ) : due.pause !== null ? (
    <BreakDue
      what={what}
      minutes={pace.minutes}
      pause={due.pause}
      onLater={later}
      onBreak={() => {
        later();
        setPausedAt(Date.now());
      }}
    />
  ) : null;
  const notices = (
    <Notices
      what={what}
      offlineSince={offline ?? (submissions.signedOut ? null : submissions.offlineSince)}
      signedOut={submissions.signedOut}
      pending={submissions.pending}
      otherTab={otherTab}
      ended={ended}
      notUndone={work.notUndone}
    />
  );
  // An item waits, drawn and with its picture found, behind the one on screen; an episode's clips are in memory.
  // Drawn after the one that was just brought forward has been painted, never in the same go.
  const nearest = useDeferredValue(next[0]);
  const isBehind = nearest?.kind === 'item' && nearest.subject !== current.subject && !session.waiting;
  const behind = isBehind ? aheadOf(nearest, current) : null;
  return (
    <div className="rev-stack">
      {[current, ...(behind ? [behind] : [])].map((lease) => (
        <Bench
          key={`${lease.subject} ${lease.decision ? 'again' : ''}`}
          slug={slug}
          lease={lease}
          journal={journal}
          active={lease === current}
          playsAtOnce={lease.subject !== first}
          decided={work.decided}
          minutes={pace.minutes}
          breakEvery={breakEvery}
          sending={session.waiting || submissions.holds(lease.subject)}
          covered={covered}
          cover={cover}
          canTakeBack={work.canTakeBack}
          notices={notices}
          onDecide={(verdict, body, untold) => {
            pace.decided(verdict);
            work.send({ kind: 'decision', verdict, body, untold });
          }}
          onSkip={(reason, note, untold) =>
            work.send({ kind: 'skip', verdict: null, body: { reason, note }, untold })
          }
          onTakeBack={() => void work.undo()}
          onBreak={() => setPausedAt(Date.now())}
        />
      ))}
      <p className="sr" aria-live="polite" role="status">
        {work.spoken}
      </p>
    </div>
  );
}

/** One bench of the kind that the lease is of. What the journal holds is read once, when it is drawn first. */
function Bench(props: Omit<BenchProps, 'opening'>) {
  const { lease, journal } = props;
  const [opening] = useState(() => openingForm(lease, journal));
  return (
    <Suspense fallback={props.active ? <Loading what="what you are to judge" /> : null}>
      {lease.kind === 'episode' ? (
        <EpisodeBench {...props} opening={opening} episode={lease.episode} />
      ) : (
        <ItemBench {...props} opening={opening} item={lease.item} />
      )}
    </Suspense>
  );
}

function prefetch(client: QueryClient, one: Upcoming): void {
  if (one.kind === 'episode') prefetchEpisode(client, one.episode);
  else prefetchItem(client, one.item);
}
