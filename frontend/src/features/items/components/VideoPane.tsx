import { useEffect, useMemo } from 'react';
import type { Segment } from '../../../shared/items';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import {
  spanOf,
  useDesk,
  useVideo,
  VideoStage,
  VideoTimeline,
  VideoTransport,
  type Cue,
  type Span,
  type Video,
} from '../../../shared/video';
import { useCues, useItemVideo, type ItemVideo } from '../api';

export interface Seeker {
  to: (seconds: number) => void;
}
const NO_CUES: readonly Cue[] = [];

interface Props {
  slug: string;
  id: string;
  segments: readonly Segment[];
  /** Told how to show a time once the picture is there. Has to stay the same function. */
  onReady: (seeker: Seeker | null) => void;
}

/** The item's video beside its form, at the beginning of its interval. */
export default function VideoPane({ slug, id, segments, onReady }: Props) {
  const detail = useItemVideo(slug, id);
  if (detail.isPending) return <Loading what="the video" rows={3} />;
  if (detail.isError) return <ErrorNote error={detail.error} retry={() => void detail.refetch()} />;
  return <Prepared slug={slug} source={detail.data} segments={segments} onReady={onReady} />;
}

function Prepared({ slug, source, segments, onReady }: Omit<Props, 'id'> & { source: ItemVideo }) {
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
  return (
    <Playing
      key={source.id}
      video={state.video}
      cues={cues ?? NO_CUES}
      segments={segments}
      onReady={onReady}
    />
  );
}

function Playing({
  video,
  cues,
  segments,
  onReady,
}: {
  video: Video;
  cues: readonly Cue[];
  segments: readonly Segment[];
  onReady: Props['onReady'];
}) {
  const { table } = video;
  const spans = useMemo(
    (): Span[] =>
      segments
        .filter((s) => s.start < s.end)
        .map((s, place) =>
          spanOf(table, s, {
            id: `segment-${place}`,
            name: segments.length === 1 ? 'Interval' : `Segment ${place + 1}`,
            tone: 'clip' as const,
            fixed: true,
          }),
        ),
    [segments, table],
  );
  const desk = useDesk(video, { cues, spans });
  const first = segments[0]?.start;
  const { seekTo } = desk;
  useEffect(() => {
    onReady({ to: seekTo });
    return () => onReady(null);
    // The way to seek belongs to the video; a new closure of each render does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [video.clock, onReady]);
  useEffect(() => {
    if (first !== undefined) seekTo(first);
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
