import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from 'react';
import {
  endOf,
  submitDraft,
  useCues,
  useDraftDesk,
  useItemVideo,
  useWriting,
  type ItemDetail,
  sendBeat,
  useBeat,
  ReasonPanel,
} from '../../../shared/desk';
import { asForm, same } from '../../../shared/items';
import { usePageKeys } from '../../../shared/keys';
import { useOtherTab } from '../../../shared/lib/useOtherTab';
import { BreakCover } from '../../../shared/pace';
import type { TaskKind, Taxonomy } from '../../../shared/taxonomy';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import type { Cue, VideoSource } from '../../../shared/video/types';
import { usePrefetch } from '../../../shared/video/usePrefetch';
import { useVideo } from '../../../shared/video/useVideo';
import { confirmDraft, discardItem, skipItem, takeItem, useReasons, useUpcoming } from '../api';
import { MARKS } from '../marks';
import { usePreferences, writePreferences } from '../preferences';
import { useRetype, type Before } from '../useRetype';
import { ActionBar } from './ActionBar';
import { FormPane } from './FormPane';
import type { Undoable } from './UndoToast';
import type { Player } from './WithVideo';

const WithVideo = lazy(() => import('./WithVideo'));
const CoachMarks = lazy(() => import('../../../shared/coach/CoachMarks'));

export interface BenchProps {
  slug: string;
  item: ItemDetail;
  kind: TaskKind;
  taxonomy: Taxonomy;
  pausedAt: number | null;
  onPause: () => void;
  onResume: () => void;
  onDone: (what: Undoable) => void;
  onNext: () => void;
  onKind: (item: ItemDetail, before: Before | null) => void;
  /** What it was before its task was changed in this session. */
  before: Before | undefined;
  breakDue: ReactNode;
}

const NO_CUES: readonly Cue[] = [];
const NO_VIDEOS: readonly VideoSource[] = [];

/** Video, time line and form of one item. What is written lives here, whatever becomes of the video. */
export function Bench(props: BenchProps) {
  const { slug, item, kind, before, onKind, pausedAt, onPause, onResume, onDone, onNext, breakDue } = props;
  const { desk, state } = useDraftDesk(slug, item, kind);
  const form = useRef<HTMLDivElement>(null);
  const beat = useBeat(slug, item.id, pausedAt);
  const otherTab = useOtherTab(item.id);
  const { toured } = usePreferences();
  const [touring, setTouring] = useState(!toured);
  const [asking, setAsking] = useState<'skip' | 'discard' | null>(null);
  const [armed, setArmed] = useState<object | null>(null);
  const [hint, setHint] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [ending, setEnding] = useState(false);

  // Asked for now, so that they are there when somebody needs them.
  const reasons = { skip: useReasons(slug, 'skip'), discard: useReasons(slug, 'discard') };
  const detail = useItemVideo(slug, item.video?.id ?? null);
  // What came with the item until a sign of life has said otherwise.
  const loss = beat.loss ?? item.video_loss;
  const player = useVideo(loss ? undefined : detail.data);
  const retype = useRetype({ slug, item, taxonomy: props.taxonomy, desk, before, onKind });
  const written = useWriting(slug, item, desk, state, form, {
    kind,
    families: props.taxonomy.rubrics.families,
    videoEnd: endOf(detail.data),
    ...(item.revisions.length === 0 && { onRetype: retype.mend }),
  });
  const undo = state.canUndo ? written.undo : retype.goBack;
  const writing = { ...written, undo: undo ?? written.undo };
  const cues =
    useCues(slug, item.video?.id ?? '', detail.data?.subtitles[0]?.id ?? null).data?.cues ?? NO_CUES;
  const upcoming = useUpcoming(slug, item.id).data?.items[0] ?? null;
  const ahead = useItemVideo(slug, upcoming?.video?.id ?? null).data;
  useCues(slug, upcoming?.video?.id ?? '', ahead?.subtitles[0]?.id ?? null);
  const sources = useMemo(
    () => (ahead && ahead.id !== item.video?.id ? [ahead] : NO_VIDEOS),
    [ahead, item.video?.id],
  );
  usePrefetch(sources, player.status === 'ready');

  const initial = item.draft?.initial;
  const isProposal = item.revisions.length === 0 && (item.origin === 'mapped' || item.origin === 'drafted');
  const unchanged = isProposal && initial !== undefined && same(asForm(initial, kind), state.content);
  // What stands in the way is told first; a clip alone has no words to confirm.
  const confirmable = unchanged && writing.blocking.length === 0;
  // One press arms for exactly what is shown then; any change disarms.
  const isArmed = armed !== null && armed === state.content;
  const covered = pausedAt !== null || breakDue !== null || asking !== null;

  const tell = () => sendBeat(slug, item.id, beat.untold()).catch(() => undefined);
  const submit = async () => {
    if (ending) return;
    setEnding(true);
    // First, because what is told of an item that is submitted does not count.
    await tell();
    const done = await writing.submit(
      unchanged
        ? (version, rechecked) => confirmDraft(slug, item.id, version, rechecked)
        : (version, rechecked) => submitDraft(slug, item.id, version, rechecked),
    );
    setEnding(false);
    if (done) onDone({ kind: done.revision.confirmed ? 'confirmed' : 'submitted', id: item.id });
  };
  const confirm = (played: boolean) => {
    if (!played) setHint('Play the whole clip first (P); then press again.');
    else if (isArmed) void submit();
    else {
      setHint('');
      setArmed(state.content);
    }
  };
  const end = async (how: 'skip' | 'discard', reason: string, note: string) => {
    if (ending) return;
    setEnding(true);
    setFailure(null);
    try {
      await tell();
      await desk.flush();
      await (how === 'skip' ? skipItem : discardItem)(slug, item.id, reason, note);
      desk.leave();
      onDone({ kind: how === 'skip' ? 'skipped' : 'discarded', id: item.id });
    } catch (error) {
      setFailure(error);
      setAsking(null);
    } finally {
      setEnding(false);
    }
  };
  const takeAgain = async () => {
    setFailure(null);
    try {
      const again = await takeItem(slug, item.id);
      desk.adopt(again.draft?.content ?? {}, again.draft_version);
      beat.found();
    } catch (error) {
      setFailure(error);
    }
  };
  usePageKeys(
    {
      break: onPause,
      skip: () => setAsking('skip'),
      ...(isProposal && { discard: () => setAsking('discard') }),
      'edit.undo': writing.undo,
      'edit.redo': writing.redo,
      tour: () => setTouring(true),
      ...(isArmed && { close: () => setArmed(null) }),
    },
    !covered,
  );

  const layout = (video: Player) => (
    <div className="wb">
      <div className={video.side ? 'wb-top three' : 'wb-top'}>
        <section className="wb-pane wb-video" aria-label="Video" data-coach="video">
          {video.stage}
        </section>
        {video.side && (
          <section className="wb-pane side" aria-label="Subtitles of the video">
            {video.side}
          </section>
        )}
        <section className="wb-pane side wb-item" aria-label="Item" data-coach="form">
          <FormPane
            {...props}
            desk={desk}
            state={state}
            writing={writing}
            retype={retype}
            form={form}
            initial={isProposal ? initial : undefined}
            unchanged={unchanged}
            player={video}
            hasSubtitles={(detail.data?.subtitles.length ?? 0) > 0}
            until={beat.until ?? item.reservation?.expires_at ?? null}
            lost={beat.lost}
            loss={loss}
            otherTab={otherTab}
            failure={failure}
            onTakeAgain={() => void takeAgain()}
            onNext={() => {
              desk.leave();
              onNext();
            }}
          />
          <ActionBar
            unchanged={confirmable}
            isProposal={isProposal}
            played={video.played}
            armed={isArmed}
            hint={hint}
            busy={writing.busy || ending}
            blocking={writing.blocking.length}
            stopped={state.conflicts.length > 0 || beat.lost !== null}
            asleep={covered}
            onSkip={() => setAsking('skip')}
            onDiscard={() => setAsking('discard')}
            onConfirm={() => confirm(video.isPlayed())}
            onSubmit={() => (confirmable ? confirm(video.isPlayed()) : void submit())}
          />
        </section>
      </div>
      {video.timeline}
      {asking && (
        <ReasonPanel
          kind={asking}
          reasons={reasons[asking]}
          busy={ending}
          onGive={(reason, note) => void end(asking, reason, note)}
          onClose={() => setAsking(null)}
        />
      )}
      {pausedAt !== null ? <BreakCover what="item" onResume={onResume} /> : breakDue}
      {touring && !covered && (
        <Suspense>
          <CoachMarks
            marks={MARKS}
            onClose={() => {
              setTouring(false);
              writePreferences({ toured: true });
            }}
          />
        </Suspense>
      )}
    </div>
  );
  if (!loss && item.video && (detail.isPending || player.status === 'loading') && detail.data?.proxy !== null)
    return <Loading what="the video" />;
  if (loss || player.status !== 'ready') {
    const why = loss
      ? 'The video of this item is gone. What you wrote is kept; see beside it what you can do.'
      : !item.video
        ? 'This item is linked to no video any more. What you write is kept; a maintainer links it again.'
        : detail.isError
          ? detail.error.message
          : player.status === 'failed'
            ? player.problem
            : `${item.video.name} cannot be played at present. What you write is kept.`;
    const retry = player.status === 'failed' ? player.retry : () => void detail.refetch();
    return layout({
      stage: (
        <div className="well wb-novideo">
          <ErrorNote error={new Error(why)} {...(item.video && !loss && { retry })} />
        </div>
      ),
      timeline: null,
      side: null,
      subtitles: null,
      desk: null,
      played: 1,
      isPlayed: () => true,
    });
  }
  return (
    <Suspense fallback={<Loading what="the player" />}>
      <WithVideo
        key={player.video.source.id}
        video={player.video}
        cues={cues}
        desk={desk}
        content={state.content}
        kind={kind}
        history={{
          undo,
          redo: state.canRedo ? writing.redo : null,
        }}
        asleep={covered}
        readOnly={!item.can_edit}
        form={form}
      >
        {layout}
      </WithVideo>
    </Suspense>
  );
}
