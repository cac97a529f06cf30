import { Button } from '@mantine/core';
import { IconArrowBack } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { K, useKeys } from '../../../shared/keys';
import { ErrorNote, Loading } from '../../../shared/ui/states';
import {
  clipCues,
  clipPeaks,
  useDesk,
  useVideo,
  VideoStage,
  VideoTimeline,
  VideoTransport,
  type Cue,
  type Video,
} from '../../../shared/video';
import { useClip } from '../api/hooks';
import type { VideoDetail } from '../api/types';
import { clipSource } from '../model/clipSource';

export interface Shown {
  stage: ReactNode;
  timeline: ReactNode;
}

function Ready({
  video,
  cues,
  name,
  onClose,
  children,
}: {
  video: Video;
  cues: readonly Cue[];
  name: string;
  onClose: () => void;
  children: (shown: Shown) => ReactNode;
}) {
  const desk = useDesk(video, { cues });
  useKeys({ close: onClose });
  return children({
    stage: (
      <>
        <VideoStage desk={desk}>
          <span className="tag clipflag">Clip: {name}</span>
        </VideoStage>
        <VideoTransport desk={desk} />
      </>
    ),
    timeline: (
      <VideoTimeline desk={desk}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBack size={15} />}
          rightSection={<K id="close" />}
          onClick={onClose}
        >
          Back to the video
        </Button>
      </VideoTimeline>
    ),
  });
}

/** A prepared clip in the place of the video it was cut from; the marks wait behind it. */
export function ClipViewer({
  slug,
  id,
  of,
  peaks,
  cues,
  onClose,
  children,
}: {
  slug: string;
  id: string;
  of: VideoDetail;
  /** The sound levels of the video. */
  peaks: Video['peaks'];
  cues: readonly Cue[];
  onClose: () => void;
  children: (shown: Shown) => ReactNode;
}) {
  const clip = useClip(slug, id);
  const source = useMemo(() => (clip.data ? clipSource(clip.data, of) : null), [clip.data, of]);
  const heard = useMemo(() => (clip.data ? clipCues(cues, clip.data.segments) : []), [clip.data, cues]);
  const heardPeaks = useMemo(
    () => (peaks && clip.data?.segments ? clipPeaks(peaks, clip.data.segments) : peaks),
    [clip.data, peaks],
  );
  const player = useVideo(source);
  if (clip.isError) return children({ stage: <ErrorNote error={clip.error} />, timeline: null });
  if (player.status === 'failed')
    return children({
      stage: <ErrorNote error={new Error(player.problem)} retry={player.retry} />,
      timeline: null,
    });
  if (player.status === 'loading' || !clip.data)
    return children({ stage: <Loading what="the clip" rows={4} />, timeline: null });
  return (
    <Ready video={{ ...player.video, peaks: heardPeaks }} cues={heard} name={source!.name} onClose={onClose}>
      {children}
    </Ready>
  );
}
