import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconRepeat, IconRepeatOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { K } from '../../../shared/keys';
import type { PlayerClock } from '../../../shared/player/clock';
import { timecode } from '../../../shared/player/timeline';
import { useClock } from '../../../shared/player/usePlayer';

/** Play, the time, the speed. The keys stand beside it. */
export function Transport({ clock, children }: { clock: PlayerClock; children?: ReactNode }) {
  const { frame, playing, rate, loop } = useClock(clock);
  const Loop = loop ? IconRepeat : IconRepeatOff;
  return (
    <div className="row rev-transport">
      <ActionIcon
        variant="filled"
        color="brand"
        size={28}
        onClick={() => clock.toggle()}
        aria-label={playing ? 'Pause' : 'Play'}
      >
        {playing ? (
          <IconPlayerPauseFilled size={15} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={14} aria-hidden />
        )}
      </ActionIcon>
      <span className="tc f13 rev-time">{timecode(clock.timeline, frame)}</span>
      <span className="t3 f12 num">
        frame {frame + 1} of {clock.timeline.frames}
      </span>
      {rate !== 1 && (
        <span className="chip num">
          {rate < 0 ? '−' : ''}
          {Math.abs(rate)}×
        </span>
      )}
      <Tooltip label={loop ? 'Plays in a loop' : 'Stops at the end'}>
        <ActionIcon
          aria-label="Loop"
          aria-pressed={loop}
          color="brand"
          variant={loop ? 'light' : 'subtle'}
          onClick={() => clock.setLoop(!loop)}
        >
          <Loop size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span className="row f12 t3 hide-s rev-keys">
        <K id="play" />
        play <K id="frame.back" />
        <K id="frame.forward" />
        frame <K id="slower" />
        <K id="faster" />
        speed
      </span>
      {children}
    </div>
  );
}
