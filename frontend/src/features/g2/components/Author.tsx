import { Button, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useCues, type ItemVideo } from '../../../shared/desk/api';
import { placeOf, segmentsAfter, spansOf } from '../../../shared/desk/spans';
import { useTour } from '../../../shared/coach/useTour';
import type { Evidence } from '../../../shared/items';
import { K, usePageKeys } from '../../../shared/keys';
import { useUrlState } from '../../../shared/lib/url';
import { BreakCover, BreakDue, usePace } from '../../../shared/pace';
import type { Taxonomy } from '../../../shared/taxonomy/taxonomy';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import {
  intervalOf,
  useDesk,
  VideoStage,
  VideoTimeline,
  VideoTransport,
  type Cue,
  type Span,
  type Video,
} from '../../../shared/video';
import { skipVideo, useSkipReasons, type Watched } from '../api';
import type { Holding } from '../useHold';
import { useMarks } from '../useMarks';
import { useNextVideo } from '../useNextVideo';
import { useWatching } from '../useWatching';
import { WATCH_MARKS, WRITE_MARKS } from '../marks';
import { CoverageBar } from './CoverageBar';
import { HoldBar } from './HoldBar';
import { MarkButton, markNow } from './MarkButton';
import { MarkList } from './MarkList';
import { RoomsLane } from './RoomsLane';
import type { EvidenceDesk } from './WritePanel';

// Who only watches needs no form.
const WriteSide = lazy(() => import('./WriteSide'));
const ReasonPanel = lazy(() => import('../../../shared/desk/ReasonPanel'));
const CoachMarks = lazy(() => import('../../../shared/coach/CoachMarks'));
const NO_CUES: readonly Cue[] = [];
const NO_ROWS: readonly Evidence[] = [];
const NO_HISTORY = { undo: null, redo: null };
const BREAK_MINUTES = 45;

interface Props {
  slug: string;
  source: ItemVideo;
  video: Video;
  watched: Watched;
  taxonomy: Taxonomy;
  person: { id: string; username: string };
  holding: Holding;
}

/** Watching first, then writing; both over one player, so that nothing is lost when one goes back. */
export function Author({ slug, source, video, watched, taxonomy, person, holding }: Props) {
  const { table } = video;
  const [params, set] = useUrlState();
  const itemId = params.get('item');
  const asked = params.get('mode');
  const [first] = useState(() => (watched.is_enough || itemId ? 'write' : 'watch'));
  const mode = asked === 'watch' || asked === 'write' ? asked : first;
  const cues = useCues(slug, source.id, source.subtitles[0]?.id ?? null).data?.cues ?? NO_CUES;
  const marks = useMarks(slug, source.id, person.id, watched.marks);
  const [evidence, setEvidence] = useState<EvidenceDesk | null>(null);
  const pace = usePace(person.id, BREAK_MINUTES);
  const [resting, setResting] = useState(false);
  const [skipping, setSkipping] = useState<'no' | 'asking' | 'sending'>('no');
  const [failure, setFailure] = useState<unknown>(null);
  const reasons = useSkipReasons(slug);
  const next = useNextVideo(slug);
  const [due, setDue] = useState(pace.due);

  const rows = mode === 'write' ? (evidence?.rows ?? NO_ROWS) : NO_ROWS;
  const change = mode === 'write' ? (evidence?.change ?? null) : null;
  const spans = useMemo(
    () =>
      spansOf(
        rows,
        (one) => table.inside(one.start, one.end),
        (one, place) => ({
          name: `${place + 1}${one.item ? ` ${one.item}` : ''}`,
          tone: one.item ? 'evidence' : 'quiet',
        }),
      ),
    [rows, table],
  );
  const desk = useDesk(video, {
    cues,
    spans,
    marks: useMemo(
      () => marks.list.flatMap((mark) => (mark.end === null ? [mark.first] : [mark.first, mark.end - 1])),
      [marks.list],
    ),
    pageHistory: evidence?.history ?? NO_HISTORY,
    asleep: resting || due !== null || skipping !== 'no',
    ...(change && {
      onSpans: (next: Span[]) =>
        change(
          segmentsAfter(
            rows,
            spans,
            next,
            (span) => intervalOf(table, span),
            (segment): Evidence => ({ ...segment, item: null }),
          ),
        ),
      makeSpan: (from: number, end: number) => ({
        id: 'marked',
        name: 'Evidence',
        tone: 'quiet' as const,
        first: from,
        end,
      }),
    }),
  });
  const watching = useWatching(slug, video, person.id, watched, desk.covered || resting);
  const go = (next: 'watch' | 'write') => {
    set({ mode: next });
    setDue(pace.due);
  };
  const rest = () => {
    video.clock.pause();
    setDue(null);
    setResting(true);
  };
  const tour = useTour(mode === 'watch' ? 'g2' : 'g2-write', evidence !== null || mode === 'watch');
  const mark = () => {
    const made = markNow(desk, marks);
    // While an item is open, what is marked to its end is its evidence as well.
    if (made?.end != null && change)
      change([...rows, { ...intervalOf(table, { first: made.first, end: made.end }), item: null }]);
  };
  const skip = async (reason: string, note: string) => {
    setSkipping('sending');
    setFailure(null);
    try {
      await watching.flush();
      await skipVideo(slug, source.id, reason, note);
      holding.leave();
      await next.start(source.id);
    } catch (error) {
      setFailure(error);
    } finally {
      setSkipping('no');
    }
  };
  usePageKeys(
    {
      mark,
      break: rest,
      skip: () => setSkipping('asking'),
      'view.next': () => go(mode === 'watch' ? 'write' : 'watch'),
    },
    !desk.covered && !resting && due === null && skipping === 'no',
  );
  if (resting)
    return (
      <BreakCover
        what="video"
        onResume={() => {
          pace.rested();
          setResting(false);
        }}
      />
    );
  if (due !== null)
    return (
      <BreakDue
        what="video"
        minutes={pace.minutes}
        pause={due}
        onBreak={rest}
        onLater={() => {
          pace.rested();
          setDue(null);
        }}
      />
    );
  return (
    <div className={`g2 ${mode}`}>
      <section className="g2-left" aria-label="Video">
        <div className="g2-head">
          <SegmentedControl
            size="xs"
            aria-label="Watch or write"
            value={mode}
            onChange={(next) => go(next as 'watch' | 'write')}
            data={[
              { value: 'watch', label: 'Watch' },
              { value: 'write', label: 'Write' },
            ]}
          />
          <CoverageBar
            desk={desk}
            watching={watching}
            needed={watched.needed}
            maxSpeed={watched.max_speed}
            shown={mode === 'watch' ? 3 : 1}
          />
        </div>
        <HoldBar slug={slug} video={source.id} holding={holding} onSkip={() => setSkipping('asking')} />
        {next.says && (
          <div className="note g2-hold" role="status">
            <p className="grow">Skipped. {next.says}</p>
          </div>
        )}
        {(failure ?? next.failure) !== null && <ErrorNote error={failure ?? next.failure} />}
        <VideoStage desk={desk} />
        <VideoTransport desk={desk} />
        {mode === 'write' ? (
          <div className="g2-line" data-coach="line">
            <VideoTimeline desk={desk} lane="Evidence">
              {evidence !== null && (
                <span className="row f12 t3">
                  <K id="mark" /> {marks.open ? 'ends it here' : 'marks'} <K id="span.play" /> plays it
                </span>
              )}
            </VideoTimeline>
            {evidence !== null && <RoomsLane desk={desk} evidence={rows} />}
          </div>
        ) : (
          <div className="g2-do">
            <MarkButton desk={desk} marks={marks} onMark={mark} />
            <div className="g2-marks scrollx" role="region" aria-label="My marks" tabIndex={0}>
              <MarkList desk={desk} marks={marks} onTake={null} taken={never} />
            </div>
            <Button
              variant="default"
              rightSection={<K id="view.next" />}
              onClick={() => go('write')}
              data-coach="to-write"
            >
              Write
            </Button>
          </div>
        )}
      </section>
      {mode === 'write' && (
        <Suspense fallback={<Loading what="the form" rows={4} />}>
          <WriteSide
            slug={slug}
            video={source.id}
            username={person.username}
            chosen={itemId}
            onChoose={(item) => set({ item, mode: 'write' })}
            {...{ taxonomy, desk, marks, watching }}
            selected={placeOf(desk.editor.span)}
            needed={watched.needed}
            maxSpeed={watched.max_speed}
            onEvidence={setEvidence}
            onSubmitted={() => setDue(pace.due)}
            holding={holding}
          />
        </Suspense>
      )}
      {skipping !== 'no' && (
        <Suspense>
          <ReasonPanel
            kind="skipVideo"
            reasons={reasons}
            busy={skipping === 'sending'}
            onGive={(reason, note) => void skip(reason, note)}
            onClose={() => setSkipping('no')}
          />
        </Suspense>
      )}
      {tour.on && !desk.covered && skipping === 'no' && (
        <Suspense>
          <CoachMarks key={mode} marks={mode === 'watch' ? WATCH_MARKS : WRITE_MARKS} onClose={tour.close} />
        </Suspense>
      )}
    </div>
  );
}

const never = () => false;
