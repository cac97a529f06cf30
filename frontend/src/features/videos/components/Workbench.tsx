import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useUrlState } from '../../../shared/lib/url';
import {
  CueList,
  useDesk,
  usePrefetch,
  VideoStage,
  VideoTimeline,
  VideoTransport,
  type Video,
} from '../../../shared/video';
import { useTrack } from '../api/hooks';
import type { VideoDetail } from '../api/types';
import { clipsAhead } from '../model/clipSource';
import { partsOf } from '../model/parts';
import { rateWords } from '../model/words';
import { About } from './About';
import { ClipPanel } from './ClipPanel';
import { ClipViewer } from './ClipViewer';
import { MadeClips } from './MadeClips';
import { SubtitleTracks } from './SubtitleTracks';
import { useMarks } from './useMarks';

const WIDE = '(min-width: 1360px)';

export interface Rights {
  mayEdit: boolean;
  mayCut: boolean;
}

/** The track in the address, else the first one. */
function useChosenTrack(video: VideoDetail) {
  const [params, set] = useUrlState();
  const asked = params.get('track');
  const chosen = video.subtitles.find((t) => t.id === asked) ?? video.subtitles[0] ?? null;
  return [chosen?.id ?? null, (track: string | null) => set({ track })] as const;
}

interface Props extends Rights {
  slug: string;
  detail: VideoDetail;
  video: Video;
}

export function Workbench({ slug, detail, video, mayEdit, mayCut }: Props) {
  const { table, clock } = video;
  const wide = useMediaQuery(WIDE, window.matchMedia(WIDE).matches);
  const [params, setParams] = useUrlState();
  const clip = params.get('clip');
  const [tab, setTab] = useState<string>(mayCut ? 'clip' : 'subtitles');
  const [trackId, chooseTrack] = useChosenTrack(detail);
  const track = useTrack(slug, detail.id, trackId).data;
  const { parts, change, kept } = useMarks(detail.id, table);
  const desk = useDesk(video, {
    cues: track?.cues ?? [],
    spans: parts,
    ...(mayCut && {
      onSpans: change,
      makeSpan: (first, end) => partsOf([{ first, end }], parts)[0]!,
    }),
    asleep: clip !== null,
  });
  usePrefetch(clipsAhead(detail, clip), !desk.covered);
  const { editor } = desk;
  const begin = () => {
    const frame = Math.max(0, clock.snapshot().frame);
    const [part] = partsOf([{ first: frame, end: frame + 1 }], parts);
    editor.change([...parts, part!]);
    editor.select(`end:${part!.id}`);
  };
  const show = (id: string | null) => {
    clock.pause();
    setParams({ clip: id });
  };
  const panel = wide && tab === 'subtitles' ? (mayCut ? 'clip' : 'about') : tab;
  const subtitles = (
    <CueList desk={desk} within={parts} onFind={() => !wide && setTab('subtitles')}>
      <SubtitleTracks
        slug={slug}
        video={detail}
        track={track}
        chosen={trackId}
        onChoose={chooseTrack}
        mayEdit={mayEdit}
      />
    </CueList>
  );
  const layout = (stage: ReactNode, timeline: ReactNode) => (
    <div className="vpage">
      <div className={wide ? 'vtop three' : 'vtop'}>
        <section className="vpane" aria-label="Video">
          {stage}
        </section>
        {wide && (
          <section className="vpane side" aria-label="Subtitles of the video">
            {subtitles}
          </section>
        )}
        <section className="vpane side" aria-label="Work on the video">
          <Tabs
            value={panel}
            onChange={(v) => v && setTab(v)}
            keepMountedMode="display-none"
            classNames={{ root: 'vtabs', panel: 'vpanel' }}
          >
            <Tabs.List>
              {mayCut && <Tabs.Tab value="clip">Clip</Tabs.Tab>}
              {!wide && <Tabs.Tab value="subtitles">Subtitles</Tabs.Tab>}
              <Tabs.Tab value="about">About</Tabs.Tab>
            </Tabs.List>
            {mayCut && (
              <Tabs.Panel value="clip">
                <ClipPanel slug={slug} id={detail.id} desk={desk} kept={kept} onAdd={begin} />
                <MadeClips
                  slug={slug}
                  video={detail.id}
                  videoName={detail.name}
                  clips={detail.clips}
                  playing={clip}
                  onPlay={show}
                />
              </Tabs.Panel>
            )}
            {!wide && (
              <Tabs.Panel value="subtitles" className="flushpanel">
                {subtitles}
              </Tabs.Panel>
            )}
            <Tabs.Panel value="about">
              <About slug={slug} video={detail} mayEdit={mayEdit} />
            </Tabs.Panel>
          </Tabs>
        </section>
      </div>
      {timeline}
    </div>
  );
  if (clip !== null)
    return (
      <ClipViewer
        slug={slug}
        id={clip}
        of={detail}
        peaks={video.peaks}
        cues={track?.cues ?? []}
        onClose={() => show(null)}
      >
        {({ stage, timeline }) => layout(stage, timeline)}
      </ClipViewer>
    );
  return layout(
    <>
      <VideoStage desk={desk}>
        {!desk.covered && (
          <span className="tag rateflag">
            {rateWords(detail.rate)} {detail.probe?.is_vfr ? 'varying' : 'constant'}
          </span>
        )}
      </VideoStage>
      <VideoTransport desk={desk} />
    </>,
    <VideoTimeline desk={desk} />,
  );
}
