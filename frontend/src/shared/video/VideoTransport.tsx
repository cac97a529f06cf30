import { ActionIcon, Slider, Tooltip } from '@mantine/core';
import {
  IconBadgeCc,
  IconMaximize,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRepeat,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useKeyName, type BindingId } from '../keys';
import { count } from '../lib/format';
import { SPEEDS } from '../player/timeline';
import { useClock, useClockPart } from '../player/usePlayer';
import { usePlayerPreferences, writePlayerPreferences } from './preferences';
import { TimeField } from './TimeField';
import { spokenTime, timecode } from './times';
import type { Desk } from './useDesk';
import './video.css';

function Do({
  name,
  binding,
  pressed,
  filled,
  onClick,
  children,
}: {
  name: string;
  binding?: BindingId;
  pressed?: boolean;
  filled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const key = useKeyName(binding ?? 'play');
  return (
    <Tooltip label={binding ? `${name} (${key})` : name}>
      <ActionIcon
        aria-label={name}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        variant={filled ? 'filled' : pressed ? 'light' : 'subtle'}
        color={filled || pressed ? 'brand' : 'gray'}
        size={filled ? 32 : 28}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** Play, step, speed, loop, captions, sound; where the picture stands, exactly. */
export function VideoTransport({ desk, children }: { desk: Desk; children?: ReactNode }) {
  const { video, cues } = desk;
  const { clock, source } = video;
  const playing = useClockPart(clock, (state) => state.playing);
  const loop = useClockPart(clock, (state) => state.loop);
  const { captions } = usePlayerPreferences();
  return (
    <div
      className={desk.large ? 'row vp large' : 'row vp'}
      role="group"
      aria-label="Playing"
      inert={desk.covered}
    >
      <Do name="Back one frame" binding="frame.back" onClick={() => clock.step(-1)}>
        <IconPlayerSkipBack size={17} aria-hidden />
      </Do>
      <Do name={playing ? 'Pause' : 'Play'} binding="play" filled onClick={() => clock.toggle()}>
        {playing ? (
          <IconPlayerPauseFilled size={17} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={15} aria-hidden />
        )}
      </Do>
      <Do name="Forward one frame" binding="frame.forward" onClick={() => clock.step(1)}>
        <IconPlayerSkipForward size={17} aria-hidden />
      </Do>
      <Where desk={desk} />
      <Speed desk={desk} />
      <Do name="Loop" binding="loop" pressed={loop} onClick={() => clock.setLoop(!loop)}>
        <IconRepeat size={17} aria-hidden />
      </Do>
      {cues.length > 0 && (
        <Do
          name="Captions"
          binding="captions"
          pressed={captions}
          onClick={() => writePlayerPreferences({ captions: !captions })}
        >
          <IconBadgeCc size={17} aria-hidden />
        </Do>
      )}
      {source.has_audio ? <Volume /> : <span className="chip">No sound</span>}
      <Do
        name="Large picture"
        binding="large"
        pressed={desk.large}
        onClick={() => desk.setLarge(!desk.large)}
      >
        <IconMaximize size={17} aria-hidden />
      </Do>
      {children}
    </div>
  );
}

/** "12:45.800 · frame 19,145 of 33,350": PL3, and frames are counted from 0 as in every file. */
function Where({ desk }: { desk: Desk }) {
  const { clock, table } = desk.video;
  const { frame, shown, playing } = useClock(clock);
  const settled =
    playing || shown === frame || (shown !== null && table.slotOf(shown) === table.slotOf(frame));
  const before = frame < 0;
  const time = before ? '00:00.000' : timecode(table.time(frame));
  return (
    <>
      <span className="tc f14 vp-time" data-testid="time">
        {time}
      </span>
      <span className="t3 num f12 vp-of">/ {timecode(table.time(table.length))}</span>
      <span className="t3 num f12 vp-frame" data-testid="frame" data-frame={frame} data-settled={settled}>
        {before ? 'before the first picture' : `frame ${count(frame)} of ${count(table.length)}`}
      </span>
      <TimeField
        table={table}
        label="Go to a time or frame"
        value=""
        placeholder="Go to"
        frame={frame}
        width={84}
        onFrame={(to) => {
          clock.pause();
          clock.seek(to);
        }}
      />
      <Announcer
        text={
          playing
            ? ''
            : before
              ? 'Before the first picture'
              : `Frame ${frame}, ${spokenTime(table.seconds(frame))}`
        }
      />
    </>
  );
}

/** Says where a paused picture stands, once it has come to rest. */
function Announcer({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const id = setTimeout(() => setSaid(text), 350);
    return () => clearTimeout(id);
  }, [text]);
  return (
    <span className="sr" role="status" aria-live="polite">
      {said}
    </span>
  );
}

function Speed({ desk }: { desk: Desk }) {
  const { clock } = desk.video;
  const rate = useClockPart(clock, (state) => state.rate);
  const slower = useKeyName('slower');
  const faster = useKeyName('faster');
  return (
    <Tooltip label={`Speed (${slower} slower and backwards, ${faster} faster)`}>
      <select
        className="vp-speed num"
        aria-label="Speed"
        value={rate}
        onChange={(e) => {
          clock.setRate(Number(e.currentTarget.value));
          e.currentTarget.blur();
        }}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed < 0 ? '−' : ''}
            {Math.abs(speed)}×
          </option>
        ))}
      </select>
    </Tooltip>
  );
}

function Volume() {
  const { volume, muted } = usePlayerPreferences();
  const off = muted || volume === 0;
  return (
    <span className="row vp-volume">
      <Do
        name="Sound off"
        pressed={off}
        onClick={() => writePlayerPreferences({ muted: !off, ...(volume === 0 && { volume: 0.5 }) })}
      >
        {off ? <IconVolumeOff size={17} aria-hidden /> : <IconVolume size={17} aria-hidden />}
      </Do>
      <Slider
        className="hide-s"
        w={64}
        size={3}
        thumbSize={14}
        min={0}
        max={100}
        value={off ? 0 : Math.round(volume * 100)}
        label={null}
        thumbLabel="Volume"
        onChange={(value) => writePlayerPreferences({ volume: value / 100, muted: false })}
      />
    </span>
  );
}
