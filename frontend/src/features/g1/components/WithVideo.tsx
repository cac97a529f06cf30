import { ActionIcon, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { useEffect, useMemo, useState, type ReactNode, type RefObject } from 'react';
import { edgeOf, useTypingPauses } from '../../../shared/desk';
import type { Content, DraftDesk } from '../../../shared/items';
import { K, usePageKeys } from '../../../shared/keys';
import { useClockPart } from '../../../shared/player/usePlayer';
import type { TaskKind } from '../../../shared/taxonomy';
import { fitted } from '../../../shared/video/axis';
import {
  CueList,
  intervalOf,
  timecode,
  useDesk,
  VideoStage,
  VideoTimeline,
  VideoTransport,
  type Cue,
  type Desk,
  type Span,
  type Video,
} from '../../../shared/video';
import { contentAfter, isEvidence, spansOfContent, turnOf, withTurn } from '../model/clipSpans';
import { usePreferences, writePreferences } from '../preferences';

const WIDE = '(min-width: 1360px)';

/** The parts of the page that need the video. */
export interface Player {
  stage: ReactNode;
  timeline: ReactNode;
  /** The subtitles in a column of their own, where there is room. */
  side: ReactNode;
  /** The same list for a tab. */
  subtitles: ReactNode;
  desk: Desk | null;
  /** Share of the clip that has been on screen while playing. */
  played: number;
  isPlayed: () => boolean;
}

interface Props {
  video: Video;
  cues: readonly Cue[];
  desk: DraftDesk;
  content: Content;
  kind: TaskKind;
  history: { undo: (() => void) | null; redo: (() => void) | null };
  asleep: boolean;
  readOnly: boolean;
  form: RefObject<HTMLElement | null>;
  children: (player: Player) => ReactNode;
}

/** The video with the item's interval and evidence on its time line. */
export default function WithVideo(props: Props) {
  const { video, cues, desk: draft, content, kind, history, asleep, readOnly, form, children } = props;
  const { table, clock } = video;
  const wide = useMediaQuery(WIDE, window.matchMedia(WIDE).matches);
  const { typingPauses } = usePreferences();
  const [since, setSince] = useState<number | null>(null);
  const spans = useMemo(
    () => spansOfContent(content, ({ start, end }) => table.inside(start, end)),
    [content, table],
  );
  const clip = useMemo(() => spans.filter((span) => !isEvidence(span)), [spans]);
  const interval = (span: Pick<Span, 'first' | 'end'>) => intervalOf(table, span);
  const desk = useDesk(video, {
    cues,
    spans,
    asleep,
    pageHistory: history,
    ...(!readOnly && {
      onSpans: (next: Span[]) =>
        draft.change({ do: 'spans', ...contentAfter(content, spans, next, interval) }),
      makeSpan: (first: number, end: number) => ({
        id: 'marked',
        name: 'Clip',
        tone: 'clip' as const,
        first,
        end,
      }),
    }),
  });
  const { editor } = desk;

  const mark = () => {
    const frame = Math.max(0, clock.snapshot().frame);
    if (kind.answer_form === 'before_after') {
      const evidence = withTurn(content, interval({ first: frame, end: frame + 1 }).start);
      if (evidence) draft.change({ do: 'evidence', evidence });
      editor.select(evidence ? 'start:after' : edgeOf(0));
      return;
    }
    if (since === null) {
      setSince(frame);
      return;
    }
    const [first, last] = since <= frame ? [since, frame] : [frame, since];
    setSince(null);
    draft.change({
      do: 'evidence',
      evidence: [...(content.evidence ?? []), { ...interval({ first, end: last + 1 }), item: null }],
    });
  };
  usePageKeys(
    {
      ...(!readOnly && { mark }),
      // Before and after are one clip: both are played.
      ...(turnOf(content) !== null && { 'span.play': () => clock.playPart(wholeOf(clip)) }),
      ...(since !== null && { close: () => setSince(null) }),
    },
    !asleep && !desk.covered,
  );
  useTypingPauses(form, clock, typingPauses);

  const played = useClockPart(clock, (state) => (state.frame < 0 ? 0 : shareOf(video, clip)));
  useEffect(() => {
    if (asleep) clock.pause();
  }, [asleep, clock]);
  useEffect(() => {
    const [first] = clip;
    if (!first) return;
    editor.select(`start:${first.id}`);
    clock.seek(first.first);
    desk.setView(fitted(table.seconds(first.first), table.seconds(clip.at(-1)!.end), table.duration));
    // Once, when the video is here: what is moved later does not move the picture.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [clock]);

  const transition = kind.answer_form === 'before_after';
  const list = <CueList desk={desk} within={clip} />;
  return children({
    stage: (
      <>
        <VideoStage desk={desk}>
          {since !== null && (
            <p className="tag wb-since" role="status">
              Evidence from {timecode(table.time(since))} · <K id="mark" /> ends it
            </p>
          )}
        </VideoStage>
        <VideoTransport desk={desk}>
          <Tooltip
            label={
              typingPauses
                ? 'Typing pauses the video; leaving the field goes on'
                : 'Typing does not pause the video'
            }
          >
            <ActionIcon
              aria-label="Typing pauses the video"
              aria-pressed={typingPauses}
              variant={typingPauses ? 'light' : 'subtle'}
              color={typingPauses ? 'brand' : 'gray'}
              onClick={() => writePreferences({ typingPauses: !typingPauses })}
            >
              <IconKeyboard size={17} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </VideoTransport>
      </>
    ),
    timeline: (
      <div className="wb-line" data-coach="timeline">
        <VideoTimeline desk={desk} lane="Clip">
          <span className="row wb-hints f12 t3">
            <K id="span.play" /> play
            {!readOnly && (
              <>
                <K id="edge.in" /> in <K id="edge.out" /> out <K id="mark" />{' '}
                {transition ? (turnOf(content) === null ? 'turn' : 'move turn') : 'evidence'}
              </>
            )}
          </span>
        </VideoTimeline>
      </div>
    ),
    side: wide && cues.length > 0 ? list : null,
    subtitles: !wide && cues.length > 0 ? list : null,
    desk,
    played,
    isPlayed: () => shareOf(video, clip) === 1,
  });
}

const wholeOf = (clip: readonly Span[]) => ({ first: clip[0]!.first, end: clip.at(-1)!.end });

/** RV34: frames that were on screen while it played; an item without an interval is about the whole video. */
function shareOf({ clock, table }: Video, clip: readonly Span[]): number {
  const parts = clip.length > 0 ? clip : [{ first: 0, end: table.length }];
  const seen = parts.reduce((sum, { first, end }) => sum + clock.coverage.within(first, end), 0);
  return seen / parts.reduce((sum, { first, end }) => sum + end - first, 0);
}
