import { useEffect, useMemo } from 'react';
import type { Segment } from '../../../shared/items';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import {
  intervalOf,
  useDesk,
  useVideo,
  VideoStage,
  VideoTimeline,
  VideoTransport,
  type Cue,
  type Span,
  type Video,
} from '../../../shared/video';
import { useCues, useItemVideo, type ItemVideo } from '../../../shared/desk/api';
import { edgeOf, segmentsAfter, spansOf } from '../../../shared/desk/spans';

export interface Seeker {
  to: (seconds: number) => void;
}
const NO_CUES: readonly Cue[] = [];
/** Undo and redo stand below the form. */
const NO_HISTORY = { undo: null, redo: null };

interface Props {
  slug: string;
  id: string;
  segments: readonly Segment[];
  /** Without it the interval is only looked at. */
  onSegments: ((segments: Segment[]) => void) | undefined;
  /** Told how to show a time once the picture is there. Has to stay the same function. */
  onReady: (seeker: Seeker | null) => void;
}

/** The item's video beside its form, at the beginning of its interval. */
export default function VideoPane({ slug, id, ...rest }: Props) {
  const detail = useItemVideo(slug, id);
  if (detail.isPending) return <Loading what="the video" rows={3} />;
  if (detail.isError) return <ErrorNote error={detail.error} retry={() => void detail.refetch()} />;
  return <Prepared slug={slug} source={detail.data} {...rest} />;
}

function Prepared({ slug, source, ...rest }: Omit<Props, 'id'> & { source: ItemVideo }) {
  const state = useVideo(source);
  const cues = useCues(slug, source.id, source.subtitles[0]?.id ?? null).data?.cues;
  if (state.status === 'failed')
    return <ErrorNote error={new Error(state.problem)} retry={state.retry} safe="Your text is kept." />;
  if (state.status === 'loading')
    return (
      <div className="well novideo">
        <p role="status">
          {source.proxy ? `Waiting for ${state.waiting}` : `${source.name} is not prepared for playing yet`}
        </p>
      </div>
    );
  return <Playing key={source.id} video={state.video} cues={cues ?? NO_CUES} {...rest} />;
}

interface PlayingProps extends Omit<Props, 'slug' | 'id'> {
  video: Video;
  cues: readonly Cue[];
}

function Playing({ video, cues, segments, onSegments, onReady }: PlayingProps) {
  const { table } = video;
  const spans = useMemo(() => spansOf(segments, (s) => table.inside(s.start, s.end)), [segments, table]);
  const desk = useDesk(video, {
    cues,
    spans,
    pageHistory: NO_HISTORY,
    ...(onSegments && {
      onSpans: (next: Span[]) =>
        onSegments(segmentsAfter(segments, spans, next, (span) => intervalOf(table, span))),
      makeSpan: (first: number, end: number) => ({
        id: 'marked',
        name: 'Segment',
        tone: 'clip' as const,
        first,
        end,
      }),
    }),
  });
  const first = segments[0]?.start;
  const { seekTo, editor } = desk;
  useEffect(() => {
    onReady({
      to: (seconds) => {
        // The segment that is shown is the one that In, Out and the edge keys work on.
        const place = segments.findIndex((s) => s.start === seconds);
        if (place >= 0) editor.select(edgeOf(place));
        seekTo(seconds);
      },
    });
    return () => onReady(null);
    // What seeks and selects belongs to the video; a new closure of each render does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [video.clock, segments, onReady]);
  useEffect(() => {
    if (first === undefined) return;
    editor.select(edgeOf(0));
    seekTo(first);
    // Once, when the video is here: what is typed later does not move the picture.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [video.clock]);
  return (
    <div className="videopane">
      <VideoStage desk={desk} />
      <VideoTransport desk={desk} />
      <div className="item-timeline">
        <VideoTimeline desk={desk} />
      </div>
    </div>
  );
}
