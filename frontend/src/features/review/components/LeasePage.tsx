import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiError } from '../../../shared/api/client';
import { useMe } from '../../../shared/api/session';
import { runBinding } from '../../../shared/keys';
import { shortId } from '../../../shared/lib/format';
import { usePage } from '../../../shared/ui/chrome';
import { Empty, ErrorNote, Loading } from '../../../shared/ui/states';
import { prefetchEpisode, releaseClips } from '../api/files';
import { takeBack, takeLease, useDecided, useLease, useReviewCache, useUpcoming } from '../api/review';
import type { Lease } from '../api/types';
import { useHeartbeat } from '../hooks/useHeartbeat';
import { useOfflineSince } from '../hooks/useOnline';
import { useOtherTab } from '../hooks/useOtherTab';
import { usePace } from '../hooks/usePace';
import { useSubmissions } from '../hooks/useSubmissions';
import { Journal } from '../model/journal';
import type { DecisionBody, Verdict } from '../model/judging';
import { BreakCover, BreakDue, ConflictCover, KeptNote, WaitingCover } from './Covers';
import { Notices } from './Notices';
import { Workbench } from './Workbench';

const AHEAD_AFTER_MS = 1500;
const SEEN = 'affectory.review.keys-shown';

/** `/p/:slug/review/:lease`: one lease after the other, until nothing waits. */
export function LeasePage({ slug, id }: { slug: string; id: string }) {
  const lease = useLease(slug, id);
  usePage({
    title: lease.data ? `${lease.data.position} of ${lease.data.total} · Review` : 'Review',
    crumbs: [
      { label: 'Review queue', to: `/p/${slug}/review` },
      { label: lease.data ? `Episode ${shortId(lease.data.episode.id)}` : 'Episode' },
    ],
    workbench: true,
  });
  if (lease.data?.state === 'HELD')
    return (
      <div className="dash">
        <Empty
          title="You have decided this one"
          action={<Link href={`/p/${slug}/review`}>Back to the queue</Link>}
        >
          Your verdict counts as soon as you decide the next one or leave.
        </Empty>
      </div>
    );
  if (lease.data) return <Leased slug={slug} lease={lease.data} />;
  if (lease.isError) {
    const ended = lease.error instanceof ApiError && [403, 404, 409, 410].includes(lease.error.status);
    if (ended) return <Ended slug={slug} id={id} says={lease.error.message} />;
    return (
      <div className="dash">
        <ErrorNote error={lease.error} retry={() => void lease.refetch()} safe="What you wrote is kept." />
      </div>
    );
  }
  return <Loading what="the episode" />;
}

/** A lease that is over, with whatever was written under it. */
function Ended({ slug, id, says }: { slug: string; id: string; says: string }) {
  const person = useMe().data?.id ?? 'nobody';
  const [entry] = useState(() => new Journal(window.localStorage, person).read(id));
  return (
    <div className="dash">
      <Empty
        title="This episode is no longer yours to judge"
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

function Leased({ slug, lease }: { slug: string; lease: Lease }) {
  const me = useMe().data;
  const person = me?.id ?? 'nobody';
  const [, go] = useLocation();
  const { client, putLease, decidedChanged, queueChanged } = useReviewCache(slug);
  const [journal] = useState(() => new Journal(window.localStorage, person));
  const decided = useDecided(slug).data ?? [];
  const ahead = useUpcoming(slug, lease.id).data;
  const breakEvery = lease.policy.break_minutes;
  const pace = usePace(person, breakEvery);
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  // Asked once per item, when it comes: nobody is interrupted while looking.
  const [due, setDue] = useState({ lease: lease.id, pause: pace.due });
  if (due.lease !== lease.id) setDue({ lease: lease.id, pause: pace.due });
  const [submitted, setSubmitted] = useState<string | null>(null);
  const [spoken, setSpoken] = useState('');
  const offline = useOfflineSince();
  const otherTab = useOtherTab(lease.id);
  const ended = useHeartbeat(slug, lease.id, pausedAt);
  const busy = useRef(false);

  const show = (next: Lease | null) => {
    decidedChanged();
    queueChanged();
    setSubmitted(null);
    if (!next) {
      go(`/p/${slug}/review/done`, { replace: true });
      return;
    }
    putLease(next);
    prefetchEpisode(client, next.episode);
    go(`/p/${slug}/review/${next.id}`, { replace: true });
  };
  const submissions = useSubmissions(slug, person, show);
  const sendOff = (
    kind: 'decision' | 'skip',
    verdict: Verdict | null,
    body: DecisionBody | { reason: string; note: string },
  ) => {
    if (submitted === lease.id || submissions.holds(lease.id)) return;
    setSubmitted(lease.id);
    setSpoken(
      verdict
        ? `${verdict === 'accept' ? 'Accepted' : 'Rejected'}, ${lease.position} of ${lease.total}`
        : 'Skipped',
    );
    if (verdict) pace.decided(verdict);
    submissions.submit({
      key: crypto.randomUUID(),
      lease: lease.id,
      episode: lease.episode.id,
      kind,
      verdict,
      body,
      made_at: new Date().toISOString(),
    });
  };
  const nextAnyway = async () => {
    submissions.dismissRefused();
    try {
      show((await takeLease(slug)).lease);
    } catch {
      go(`/p/${slug}/review`, { replace: true });
    }
  };
  const held = decided.find((one) => one.held);
  const undo = async () => {
    if (!held || busy.current) return;
    busy.current = true;
    try {
      const back = await takeBack(slug, held.id);
      setSpoken('The last verdict is taken back');
      show(back);
    } catch (error) {
      setSpoken(error instanceof Error ? error.message : 'The verdict could not be taken back');
      decidedChanged();
    } finally {
      busy.current = false;
    }
  };

  useEffect(() => releaseClips(client), [client]);
  useEffect(() => prefetchEpisode(client, lease.episode), [client, lease.episode]);
  useEffect(() => {
    if (!ahead) return;
    // This one has its turn on the wire first.
    const timer = window.setTimeout(
      () => ahead.episodes.forEach((episode) => prefetchEpisode(client, episode)),
      AHEAD_AFTER_MS,
    );
    return () => window.clearTimeout(timer);
  }, [client, ahead]);
  useEffect(() => journal.tidy(), [journal]);
  useEffect(() => {
    if (localStorage.getItem(SEEN)) return;
    localStorage.setItem(SEEN, new Date().toISOString());
    runBinding('help');
  }, []);

  const underWay = submitted === lease.id || submissions.holds(lease.id);
  const waiting = underWay && submissions.offlineSince !== null;
  const covered = pausedAt !== null || submissions.refused !== null || waiting || due.pause !== null;
  const resume = () => {
    if (pausedAt !== null && Date.now() - pausedAt > 2 * 60_000) pace.rested();
    setPausedAt(null);
  };
  const later = () => {
    pace.rested();
    setDue({ lease: lease.id, pause: null });
  };
  const cover = submissions.refused ? (
    <ConflictCover refused={submissions.refused} onNext={() => void nextAnyway()} />
  ) : waiting ? (
    <WaitingCover pending={submissions.pending} signedOut={submissions.signedOut} />
  ) : pausedAt !== null ? (
    <BreakCover onResume={resume} />
  ) : due.pause !== null ? (
    <BreakDue
      minutes={pace.minutes}
      pause={due.pause}
      onLater={later}
      onBreak={() => {
        later();
        setPausedAt(Date.now());
      }}
    />
  ) : null;
  return (
    <>
      <Workbench
        key={`${lease.id} ${lease.decision ? 'again' : ''}`}
        lease={lease}
        journal={journal}
        decided={decided}
        minutes={pace.minutes}
        breakEvery={breakEvery}
        sending={underWay}
        covered={covered}
        cover={cover}
        canTakeBack={held !== undefined}
        notices={
          <Notices
            offlineSince={offline ?? (submissions.signedOut ? null : submissions.offlineSince)}
            pending={submissions.pending}
            otherTab={otherTab}
            ended={ended}
          />
        }
        onDecide={(verdict, body) => sendOff('decision', verdict, body)}
        onSkip={(reason, note) => sendOff('skip', null, { reason, note })}
        onTakeBack={() => void undo()}
        onBreak={() => setPausedAt(Date.now())}
      />
      <p className="sr" aria-live="polite" role="status">
        {spoken}
      </p>
    </>
  );
}
