import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../../shared/api/client';
import { useMe } from '../../../shared/api/session';
import { draftJournal, reopenItem, type ItemDetail } from '../../../shared/desk';
import { FieldValue } from '../../../shared/items';
import { shortId } from '../../../shared/lib/format';
import { useGo } from '../../../shared/lib/url';
import { BreakDue, usePace } from '../../../shared/pace';
import { findKind, useProjectTaxonomy } from '../../../shared/taxonomy';
import { usePage } from '../../../shared/ui/chrome';
import { Empty, ErrorNote, Loading } from '../../../shared/ui/states';
import { fetchNext, restoreItem, useG1Cache, useTaken, type Nothing } from '../api';
import { shortType } from '../names';
import type { Before } from '../useRetype';
import { Bench } from './Bench';
import { DonePanel } from './DonePanel';
import { UndoToast, type Undoable } from './UndoToast';

const BREAK_EVERY_MIN = 45;

/** One item after the other, until nothing waits: what outlives a single one is kept here. */
export default function WorkSession({ slug, id }: { slug: string; id: string }) {
  const person = useMe().data?.id ?? 'nobody';
  const go = useGo();
  const { put, queueChanged, upcoming } = useG1Cache(slug);
  const pace = usePace(person, BREAK_EVERY_MIN);
  // Asked once per item, when it comes: nobody is interrupted while writing.
  const [due, setDue] = useState({ id, pause: pace.due });
  if (due.id !== id) setDue({ id, pause: pace.due });
  const [pausedAt, setPausedAt] = useState<number | null>(null);
  const [last, setLast] = useState<Undoable | null>(null);
  const [count, setCount] = useState(0);
  const [ended, setEnded] = useState<Nothing | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // Counts where somebody goes; an answer that comes after they have gone elsewhere moves nothing.
  const turn = useRef(0);

  const show = (item: ItemDetail) => {
    setEnded(null);
    put(item);
    go(`/p/${slug}/g1/${item.id}`, { replace: true });
  };
  /** What was seen to come is shown at once and taken meanwhile; if somebody was faster, another takes its place. */
  const next = async () => {
    setFailure(null);
    queueChanged();
    const own = (turn.current += 1);
    const ahead = upcoming(id);
    if (ahead) show(ahead);
    try {
      const { item, nothing } = await fetchNext(slug, { after: id });
      if (own !== turn.current) return;
      if (item) show(item);
      else setEnded(nothing);
    } catch (error) {
      if (own === turn.current) setFailure(error);
    }
  };
  const done = (what: Undoable) => {
    setLast(what);
    if (what.kind === 'submitted') setCount((n) => n + 1);
    void next();
  };
  const undo = async (what: Undoable) => {
    setLast(null);
    turn.current += 1;
    try {
      const item = await (what.kind === 'discarded' ? restoreItem : reopenItem)(slug, what.id);
      if (what.kind === 'submitted') setCount((n) => n - 1);
      queueChanged();
      show(item);
    } catch (error) {
      setFailure(error);
    }
  };
  const later = () => {
    pace.rested();
    setDue({ id, pause: null });
  };
  const resume = () => {
    if (pausedAt !== null && Date.now() - pausedAt > 2 * 60_000) pace.rested();
    setPausedAt(null);
  };
  return (
    <>
      {failure !== null && (
        <div className="wb-failed">
          <ErrorNote error={failure} retry={() => void next()} />
        </div>
      )}
      {ended ? (
        <DonePanel slug={slug} nothing={ended} count={count} onLook={() => void next()} />
      ) : (
        <OneItem
          key={id}
          slug={slug}
          id={id}
          pausedAt={pausedAt}
          onPause={() => setPausedAt(Date.now())}
          onResume={resume}
          onDone={done}
          onNext={() => void next()}
          breakDue={
            due.pause && pausedAt === null ? (
              <BreakDue
                what="item"
                minutes={pace.minutes}
                pause={due.pause}
                onLater={later}
                onBreak={() => {
                  later();
                  setPausedAt(Date.now());
                }}
              />
            ) : null
          }
        />
      )}
      {last && <UndoToast what={last} onUndo={() => void undo(last)} onClose={() => setLast(null)} />}
    </>
  );
}

interface OneProps {
  slug: string;
  id: string;
  pausedAt: number | null;
  onPause: () => void;
  onResume: () => void;
  onDone: (what: Undoable) => void;
  onNext: () => void;
  breakDue: React.ReactNode;
}

function OneItem(props: OneProps) {
  const { slug, id, onNext } = props;
  const taken = useTaken(slug, id);
  const taxonomy = useProjectTaxonomy(slug);
  const [changed, setChanged] = useState<ItemDetail | null>(null);
  const [ways, setWays] = useState<readonly Before[]>([]);
  const item = changed ?? taken.data;
  usePage({
    title: item ? `${shortType(item.type)} · Write` : 'Write',
    crumbs: [
      { label: 'Clip items', to: `/p/${slug}/g1` },
      ...(item?.video ? [{ label: item.video.name, to: `/p/${slug}/videos/${item.video.id}` }] : []),
      { label: item?.external_id || `Item ${shortId(id)}` },
    ],
    workbench: true,
  });
  const { data: known } = taxonomy;
  const kind = item && known ? findKind(known.kinds, item.granularity, item.type) : undefined;
  if (taken.isPending || taxonomy.isPending) return <Loading what="the item" />;
  const error = taken.error ?? taxonomy.error;
  if (error instanceof ApiError && [403, 404, 409, 410].includes(error.status))
    return <NotYours slug={slug} id={id} says={error.message} onNext={onNext} />;
  if (error || !item || !known || !kind)
    return (
      <div className="dash">
        <h1 className="sr">Item</h1>
        <ErrorNote error={error} retry={() => void taken.refetch()} safe="What you wrote is kept." />
      </div>
    );
  return (
    <Bench
      // Words that somebody finds again with the reservation are another version than what was seen ahead.
      key={`${item.id} ${item.type} ${item.draft_version}`}
      {...props}
      item={item}
      kind={kind}
      taxonomy={known}
      before={ways.at(-1)}
      onKind={(next, before) => {
        setChanged(next);
        setWays((known) => (before ? [...known, before] : known.slice(0, -1)));
      }}
    />
  );
}

/** An item that somebody else has or that nobody changes any more, with whatever was written here. */
function NotYours({
  slug,
  id,
  says,
  onNext,
}: {
  slug: string;
  id: string;
  says: string;
  onNext: () => void;
}) {
  const person = useMe().data?.id ?? '';
  const [kept] = useState(() => draftJournal(person).read(id));
  useEffect(() => {
    document.title = 'Not yours · Affectory';
  }, []);
  return (
    <div className="dash">
      <Empty
        title="This item is not yours to write just now"
        action={
          <span className="row wrap">
            <Button onClick={onNext}>Next item</Button>
            <Button component={Link} href={`/p/${slug}/g1`} variant="default">
              Back to the queue
            </Button>
          </span>
        }
      >
        {says}
      </Empty>
      {kept && (
        <section className="keptwords" aria-labelledby="kept-words">
          <h2 id="kept-words">What you wrote is kept in this browser</h2>
          <p className="prewrap">{kept.content.question}</p>
          <FieldValue value={kept.content.answer} />
        </section>
      )}
    </div>
  );
}
