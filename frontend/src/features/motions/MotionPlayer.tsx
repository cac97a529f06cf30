import { ActionIcon, Slider, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { IconPlayerPause, IconPlayerPlay, IconRepeat } from '@tabler/icons-react';
import { K, useKeys } from '../../shared/keys';
import type { PlayerClock } from '../../shared/player/clock';
import { playerKeys } from '../../shared/player/playerKeys';
import { startOf } from '../../shared/player/timeline';
import { useClock } from '../../shared/player/usePlayer';
import { StickFigure } from '../../shared/scene3d/StickFigure';
import { OrbitLink } from '../../shared/scene3d/useOrbit';
import { AvatarStage } from './AvatarStage';
import { useBytes, type MotionDetail } from './api';

function Waiting({ text }: { text: string }) {
  return (
    <p className="scene3d-note" role="status">
      {text}
    </p>
  );
}

/** The file's own joints beside the avatar that carries the same motion, on one clock. */
export function MotionPlayer({
  motion,
  clock,
  marked,
}: {
  motion: MotionDetail;
  clock: PlayerClock;
  marked: number | null;
}) {
  const { frame, playing, loop, rate } = useClock(clock);
  const [link] = useState(() => new OrbitLink());
  // A motion that was retargeted anew has the same address and other bytes.
  const version = motion.provenance.inspected_at;
  const original = useBytes('original', motion.original?.positions_url, version);
  const retargeted = useBytes('retargeted', motion.retargeted_url, version);
  const avatar = useBytes('avatar', motion.retargeted_url && motion.avatar_url);
  const { timeline } = clock;
  const last = timeline.frames - 1;
  useKeys(playerKeys(clock));
  const positions = original.data
    ? new Float32Array(original.data.slice(0, Math.floor(original.data.byteLength / 4) * 4))
    : null;
  return (
    <section className="card motion-player" aria-label="Player">
      <div className="pair">
        <div className="well">
          {motion.original && positions ? (
            <StickFigure
              motion={{ positions, joints: motion.original.joints, frames: motion.original.frames }}
              frame={frame}
              marked={marked}
              link={link}
              label="Original motion"
            />
          ) : (
            <Waiting
              text={
                original.isError
                  ? original.error.message
                  : motion.original
                    ? 'Loading the original motion'
                    : 'There is no readable original.'
              }
            />
          )}
          <span className="tag tl">
            Original<span>{motion.original ? `${motion.original.joints.length} joints` : ''}</span>
          </span>
        </div>
        <div className="well">
          {retargeted.data && avatar.data ? (
            <AvatarStage
              avatar={avatar.data}
              motion={retargeted.data}
              time={startOf(timeline, frame)}
              link={link}
              label="Retargeted motion"
            />
          ) : (
            <Waiting
              text={
                retargeted.isError
                  ? retargeted.error.message
                  : avatar.isError
                    ? avatar.error.message
                    : motion.retargeted_url
                      ? 'Loading the avatar'
                      : 'Not retargeted.'
              }
            />
          )}
          <span className="tag tl">
            Retargeted<span>22-joint avatar</span>
          </span>
        </div>
      </div>
      <div className="row transport">
        <ActionIcon
          variant="filled"
          color="brand"
          onClick={() => clock.toggle()}
          aria-label={playing ? 'Pause' : 'Play'}
        >
          {playing ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        </ActionIcon>
        <span className="tc num">{startOf(timeline, frame).toFixed(2)} s</span>
        <span className="t3 f12 num">
          frame {frame + 1} of {timeline.frames}
        </span>
        <Tooltip label="Loop">
          <ActionIcon
            aria-label="Loop"
            aria-pressed={loop}
            variant={loop ? 'light' : 'subtle'}
            color={loop ? 'brand' : 'gray'}
            onClick={() => clock.setLoop(!loop)}
          >
            <IconRepeat size={16} />
          </ActionIcon>
        </Tooltip>
        <span className="t3 f12 num">{rate}×</span>
        <span className="row f12 t3 hide-s end">
          <K id="play" />
          play <K id="frame.back" />
          <K id="frame.forward" />
          frame <K id="slower" />
          <K id="faster" />
          speed
        </span>
      </div>
      <Slider
        className="seek"
        min={0}
        max={Math.max(1, last)}
        value={frame}
        onChange={(f) => clock.seek(f)}
        label={null}
        size={4}
        thumbSize={16}
        thumbLabel="Time"
        thumbProps={{ 'aria-valuetext': `${startOf(timeline, frame).toFixed(2)} seconds` }}
      />
    </section>
  );
}
