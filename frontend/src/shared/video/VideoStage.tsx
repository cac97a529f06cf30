import { Button } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { K } from '../keys';
import { releaseWhenGone } from '../player/release';
import { useClockPart } from '../player/usePlayer';
import { words } from '../lib/format';
import { useAfter } from '../ui/states';
import { cuesAt } from './cues';
import { usePlayerPreferences } from './preferences';
import { spokenTime } from './times';
import type { Desk } from './useDesk';
import './video.css';

const MASTER = 'video';

/** The picture in its well: captions over it, a warning before it, and words where there is none. */
export function VideoStage({ desk, children }: { desk: Desk; children?: ReactNode }) {
  const { video, covered } = desk;
  const { source, clock } = video;
  const element = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting');
  const { volume, muted } = usePlayerPreferences();
  useEffect(() => {
    if (!element.current) return undefined;
    clock.setMaster(MASTER);
    return clock.attach(MASTER, element.current);
  }, [clock]);
  useEffect(() => {
    if (!element.current) return;
    element.current.volume = volume;
    element.current.muted = muted || covered;
  }, [volume, muted, covered]);
  useEffect(() => {
    if (covered) clock.pause();
  }, [covered, clock]);
  useEffect(() => releaseWhenGone(element.current), []);
  const url = source.proxy?.url;
  const poster = source.poster_url ?? undefined;
  return (
    <div className={desk.large ? 'vs well large' : 'vs well'} data-covered={covered || undefined}>
      {/* Captions are drawn by us, so that they follow the frame that is shown. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={element}
        src={url}
        poster={poster}
        playsInline
        preload="auto"
        disablePictureInPicture
        tabIndex={-1}
        aria-label={source.name}
        onLoadedData={() => setState('ready')}
        onWaiting={() => setState('waiting')}
        onCanPlay={() => setState('ready')}
        onError={() => setState('failed')}
        onClick={() => !covered && clock.toggle()}
      />
      {!covered && state === 'ready' && <NoPicture desk={desk} />}
      {!covered && <Captions desk={desk} />}
      {covered && (
        <div className="vs-cover" role="group" aria-label="Content warning">
          {poster && <img src={poster} alt="" />}
          <div className="vs-warning">
            <p className="row">
              <IconAlertTriangle size={18} stroke={1.7} aria-hidden />
              <b>This video shows: {source.content_warnings.map(warning).join(', ')}</b>
            </p>
            <p>The picture is blurred and the sound is off until you choose to see it.</p>
            <Button
              leftSection={<IconEye size={16} aria-hidden />}
              rightSection={<K id="uncover" fill />}
              onClick={desk.uncover}
            >
              Show the video
            </Button>
          </div>
        </div>
      )}
      {state === 'waiting' && !covered && <Waiting />}
      {state === 'failed' && (
        <div className="vs-note failed" role="alert">
          <p>The picture could not be loaded. Marks and texts are safe.</p>
          <Button size="compact-sm" variant="default" onClick={() => element.current?.load()}>
            Try again
          </Button>
        </div>
      )}
      {children}
    </div>
  );
}

/** Seeks are shorter than this; what is longer is said. */
const SLOW_MS = 600;

function Waiting() {
  const slow = useAfter(SLOW_MS);
  if (!slow) return null;
  return (
    <p className="vs-note" role="status">
      Loading the picture
    </p>
  );
}

const warning = (code: string, at: number) => (at === 0 ? words(code) : words(code).toLowerCase());

/** The picture may start after the sound: black is then no fault. */
function NoPicture({ desk }: { desk: Desk }) {
  const { clock, table } = desk.video;
  const before = useClockPart(clock, (state) => state.frame < 0);
  if (!before) return null;
  return (
    <p className="vs-note" role="status">
      No picture yet: it starts at {spokenTime(table.seconds(0))}.
    </p>
  );
}

function Captions({ desk }: { desk: Desk }) {
  const { clock, table } = desk.video;
  const { captions } = usePlayerPreferences();
  // Text is what changes rarely: the component renders with it, not with every frame.
  const text = useClockPart(clock, (state) =>
    captions
      ? cuesAt(desk.cues, table.seconds(state.frame))
          .map((cue) => (cue.speaker ? `${cue.speaker}: ${cue.text}` : cue.text))
          .join('\n')
      : '',
  );
  if (!text) return null;
  return (
    <p className="vs-captions">
      <span>{text}</span>
    </p>
  );
}
