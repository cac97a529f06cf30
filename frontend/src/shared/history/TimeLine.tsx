import {
  IconCircleDashed,
  IconFileText,
  IconFlag,
  IconGavel,
  IconMessages,
  IconPencil,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { dateTime, plural, words } from '../lib/format';
import { ContentDiff, type Content } from '../items';
import { usePageKeys } from '../keys';
import { called, NewThread, Thread, useThreads, type Seek, type ThreadsInfo } from '../talk';
import { findKind, useTaxonomy, type TaskKind } from '../taxonomy';
import { StateChip } from '../ui/chips';
import { Copy, Digest } from '../ui/page';
import { ErrorNote, Loading } from '../ui/states';
import { useItemHistory, type HistoryOrigin, type HistoryRevision, type ItemHistory } from './api';
import { Compare } from './Compare';
import { entriesOf } from './order';
import { RoundEntry } from './RoundEntry';
import './history.css';

interface Props {
  slug: string;
  id: string;
  /** What is being written now, to compare with the revisions; null or nothing where nothing is. */
  draft?: Partial<Content> | null;
  onSeek?: Seek | undefined;
  /** The page is this time line alone: `N` begins a thread. */
  alone?: boolean;
}

/** Draft, revisions, rounds and outcome of an item in their order, with what is said about each. */
export default function TimeLine({ slug, id, draft = null, onSeek, alone = false }: Props) {
  const history = useItemHistory(slug, id);
  const threads = useThreads(slug, { item: id });
  const taxonomy = useTaxonomy();
  const error = history.error ?? threads.error ?? taxonomy.error;
  if (error)
    return (
      <div className="pad">
        <ErrorNote
          error={error}
          retry={() => {
            void history.refetch();
            void threads.refetch();
            void taxonomy.refetch();
          }}
        />
      </div>
    );
  if (!history.data || !threads.data || !taxonomy.data) return <Loading what="the history" rows={4} />;
  const kind = findKind(taxonomy.data.kinds, history.data.item.granularity, history.data.item.type) ?? null;
  return (
    <Known
      slug={slug}
      history={history.data}
      talk={threads.data}
      kind={kind}
      draft={draft}
      onSeek={onSeek}
      alone={alone}
    />
  );
}

interface KnownProps {
  slug: string;
  history: ItemHistory;
  talk: ThreadsInfo;
  kind: TaskKind | null;
  draft: Partial<Content> | null;
  onSeek: Seek | undefined;
  alone: boolean;
}

function Known({ slug, history, talk, kind, draft, onSeek, alone }: KnownProps) {
  const { item, origin, revisions, rounds } = history;
  const [writing, setWriting] = useState(false);
  usePageKeys(alone && talk.may_open.length > 0 ? { note: () => setWriting(true) } : {});
  const here = `${location.origin}/p/${slug}/items/${item.id}/history`;
  const about = (revision: number | null) => talk.threads.filter((t) => t.revision === revision);
  useEffect(() => {
    // The address may name an entry that was not there when the page was opened.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  const threads = (revision: number | null) =>
    about(revision).map((thread) => <Thread key={thread.id} slug={slug} thread={thread} onSeek={onSeek} />);
  return (
    <div className="history pad">
      <ol className="timeline">
        <Step icon={IconFileText} id="origin" address={here} title={beganAs(origin)} at={origin.at}>
          {origin.drafter && (
            <p className="t2">
              {origin.drafter.drafter_title}
              {origin.drafter.model && `, model ${origin.drafter.model}`}
              {origin.drafter.prompt && `, prompt ${origin.drafter.prompt}`}
            </p>
          )}
          {origin.content && kind && (
            <details>
              <summary>What it began with</summary>
              <ContentDiff kind={kind} before={null} after={origin.content} same="Nothing was filled in." />
            </details>
          )}
        </Step>
        {entriesOf(revisions, rounds).map((entry) =>
          entry.kind === 'revision' ? (
            <Step
              key={`revision ${entry.revision.number}`}
              icon={IconPencil}
              id={`revision-${entry.revision.number}`}
              address={here}
              title={`Revision ${entry.revision.number}`}
              at={entry.revision.at}
              aside={called(entry.revision.by)}
            >
              <RevisionEntry
                kind={kind}
                revision={entry.revision}
                before={entry.before?.content ?? origin.content}
                open={entry.before !== null}
              />
              {threads(entry.revision.number)}
            </Step>
          ) : (
            <Step
              key={`round ${entry.round.number}`}
              icon={IconGavel}
              id={`round-${entry.round.number}`}
              address={here}
              title={`Round ${entry.round.number}`}
              at={entry.round.closed_at ?? entry.round.opened_at}
            >
              <RoundEntry round={entry.round} onSeek={onSeek} />
            </Step>
          ),
        )}
        <Step
          icon={history.finished ? IconFlag : IconCircleDashed}
          id="outcome"
          address={here}
          title={
            history.finished ? (
              <>
                Finished: <StateChip state={item.state} />
              </>
            ) : (
              <>
                Now: <StateChip state={item.state} />
              </>
            )
          }
        />
      </ol>
      {kind && revisions.length + (draft ? 1 : 0) + (origin.content ? 1 : 0) > 1 && (
        <Compare kind={kind} revisions={revisions} origin={origin.content} draft={draft} />
      )}
      <section className="talk" aria-label="Threads">
        <h2 className="row">
          <IconMessages size={16} aria-hidden /> {plural(history.threads, 'thread')}
          {history.open_threads > 0 && <span className="f12 t2">{history.open_threads} open</span>}
        </h2>
        {threads(null)}
        <NewThread
          slug={slug}
          about={{ item: item.id }}
          info={talk}
          revisions={revisions.length}
          open={writing}
          onOpen={setWriting}
        />
      </section>
    </div>
  );
}

function beganAs(origin: HistoryOrigin): string {
  if (origin.drafter) return 'Drafted';
  return origin.kind ? words(origin.kind) : 'Begun';
}

interface StepProps {
  icon: Icon;
  id: string;
  address: string;
  title: ReactNode;
  at?: string;
  aside?: ReactNode;
  children?: ReactNode;
}

function Step({ icon: Sign, id, address, title, at, aside, children }: StepProps) {
  return (
    <li id={id}>
      <span className="timeline-sign">
        <Sign size={15} aria-hidden />
      </span>
      <div className="timeline-step">
        <div className="row wrap">
          <h2 className="row">{title}</h2>
          {aside && <span className="t2">{aside}</span>}
          {at && (
            <time className="f12 t3 num" dateTime={at}>
              {dateTime(at)}
            </time>
          )}
          <span className="end">
            <Copy value={`${address}#${id}`} label="Copy the address of this entry" />
          </span>
        </div>
        {children}
      </div>
    </li>
  );
}

interface RevisionProps {
  kind: TaskKind | null;
  revision: HistoryRevision;
  before: Partial<Content> | null;
  open: boolean;
}

function RevisionEntry({ kind, revision, before, open }: RevisionProps) {
  return (
    <>
      {kind && (
        <details open={open}>
          <summary>{before ? 'What it changed' : 'What it says'}</summary>
          <ContentDiff kind={kind} before={before} after={revision.content} same="Submitted as it was." />
        </details>
      )}
      <div className="f12 t3 row">
        Digest <Digest value={revision.digest} short={10} />
      </div>
    </>
  );
}
