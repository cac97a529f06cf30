import { useEffect, useMemo, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { K } from '../../../shared/keys';
import { useClockPart } from '../../../shared/player/usePlayer';
import {
  clipPeaks,
  timecode,
  useDesk,
  VideoStage,
  VideoTimeline,
  VideoTransport,
  type Cue,
  type Desk,
  type Video,
} from '../../../shared/video';
import { peaksQuery } from '../../../shared/video/useVideo';
import type { Stretches } from '../hooks/useStretches';
import { inVideo } from '../model/itemVideo';
import type { Pin } from '../model/judging';

interface Segment {
  start: number;
  end: number;
}

interface Props {
  video: Video;
  cues: readonly Cue[];
  stretches: Stretches;
  pins: readonly Pin[];
  /** The parts of the clip that plays; null where the whole video does. */
  segments: readonly Segment[] | null;
  /** Of the video that the clip was cut from. */
  peaksUrl: string | null;
  active: boolean;
  covered: boolean;
  playsAtOnce: boolean;
}

const calm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The picture, standing where the first evidence begins before anybody asks, and its time line. */
export function ItemStage(props: Props) {
  const { cues, stretches, pins, segments, active, covered } = props;
  const peaks = useQuery(peaksQuery(props.peaksUrl)).data;
  const video = useMemo(
    () => (segments && peaks ? { ...props.video, peaks: clipPeaks(peaks, segments) } : props.video),
    [props.video, segments, peaks],
  );
  const { clock } = video;
  const marks = useMemo(() => pins.map((pin) => pin.frame), [pins]);
  const desk = useDesk(video, {
    spans: stretches.spans,
    cues,
    marks,
    asleep: covered || !active,
  });
  const firstFrame = stretches.spans[0]?.first;
  useEffect(() => {
    if (firstFrame !== undefined) clock.seek(firstFrame);
  }, [clock, firstFrame]);
  useEffect(() => {
    if (covered || !active) clock.pause();
  }, [covered, active, clock]);
  const begun = useRef(false);
  const { playNext } = stretches;
  const mayPlay = active && !covered && !desk.covered && props.playsAtOnce;
  const begin = useRef(playNext);
  useEffect(() => {
    begin.current = playNext;
  });
  useEffect(() => {
    if (!mayPlay || begun.current || calm()) return;
    begun.current = true;
    begin.current();
  }, [mayPlay]);
  return (
    <>
      <VideoStage desk={desk} />
      <VideoTransport desk={desk}>
        {segments && <InVideo desk={desk} segments={segments} />}
        {stretches.spans.length > 0 && (
          <span className="end row f12 t3 item-p">
            <K id="span.play" />
            {stretches.list[0]?.kind === 'scope' ? 'the clip again' : 'next evidence'}
          </span>
        )}
      </VideoTransport>
      <VideoTimeline desk={desk} compact />
    </>
  );
}

/** Where in the whole video the clip stands. */
function InVideo({ desk, segments }: { desk: Desk; segments: readonly Segment[] }) {
  const { clock, table } = desk.video;
  const at = useClockPart(clock, (state) => timecode(inVideo(table.seconds(state.frame), segments), 1));
  return <span className="t3 f12 num hide-s">{at} in the video</span>;
}
