import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { PlayerClock } from './clock';
import { releaseWhenGone } from './release';
import { lookOf } from './settings';
import './player.css';

interface Props {
  clock: PlayerClock;
  setting: string;
  src: string | undefined;
  poster?: string | undefined;
  aspect: number;
  chosen: boolean;
  keyName?: ReactNode;
  children?: ReactNode;
  onChoose: () => void;
  onState: (state: 'ready' | 'failed') => void;
}

/** One clip under the page's clock. Choosing it makes it the master and highlights its camera. */
export function ClipView({
  clock,
  setting,
  src,
  poster,
  aspect,
  chosen,
  children,
  onChoose,
  onState,
}: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [failed, setFailed] = useState(false);
  const look = lookOf(setting);
  useEffect(() => (video.current ? clock.attach(setting, video.current) : undefined), [clock, setting]);
  useEffect(() => releaseWhenGone(video.current), []);
  useEffect(() => {
    if (chosen) clock.setMaster(setting);
  }, [chosen, clock, setting]);
  return (
    <div className={chosen ? 'clipview sel' : 'clipview'}>
      <div className="well" style={{ aspectRatio: aspect }}>
        {/* The clips are silent renders: there is nothing to caption. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={video}
          src={src}
          poster={poster}
          muted
          playsInline
          preload="auto"
          disablePictureInPicture
          tabIndex={-1}
          aria-label={`${setting} clip`}
          onLoadedData={() => {
            setFailed(false);
            onState('ready');
          }}
          onError={() => {
            setFailed(true);
            onState('failed');
          }}
        />
        {failed && (
          <p className="clipview-failed" role="alert">
            This clip could not be loaded.
            <button type="button" onClick={() => video.current?.load()}>
              Try again
            </button>
          </p>
        )}
        <button
          type="button"
          className="clipview-choose"
          aria-pressed={chosen}
          aria-label={`${setting}, ${look.says || 'clip'}`}
          onClick={onChoose}
        />
        <span className="tag clipview-tag" aria-hidden>
          <i style={{ background: look.onWell }} />
          {setting}
          <span>{look.says}</span>
        </span>
        {children}
      </div>
    </div>
  );
}
