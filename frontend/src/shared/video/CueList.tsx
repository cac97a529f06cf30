import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { K, useKeys } from '../keys';
import { plural } from '../lib/format';
import { useClockPart } from '../player/usePlayer';
import { currentCue, findCues } from './cues';
import { timecode } from './times';
import type { Cue } from './types';
import type { Desk } from './useDesk';
import './video.css';

interface LineProps {
  cue: Cue;
  current: boolean;
  dim: boolean;
  onSeek: (cue: Cue) => void;
}

/** Renders only when it becomes, or stops being, the current one. */
const Line = memo(function Line({ cue, current, dim, onSeek }: LineProps) {
  return (
    <button
      type="button"
      className={dim ? 'vc-line dim' : 'vc-line'}
      aria-current={current || undefined}
      data-cue={cue.id}
      onClick={() => onSeek(cue)}
    >
      <span className="f11 t3 num">{cue.id}</span>
      <span>
        <span className="f11 t3 num row vc-head">
          {cue.speaker && <b>{cue.speaker}</b>}
          {timecode(cue.start, 1)}
        </span>
        <span className="f13 vc-text" lang="">
          {cue.text || <i className="t3">no text</i>}
        </span>
      </span>
    </button>
  );
});

interface Props {
  desk: Desk;
  /** Above the field that finds: the choice of a track. */
  children?: ReactNode;
  /** Cues outside these spans are dimmed; without spans none is. */
  within?: readonly { first: number; end: number }[];
  /** Called before `/` puts the cursor into the field, so that a folded panel can open. */
  onFind?: () => void;
}

/** The subtitles as text: `/` finds, a press goes there, and the line that is spoken stays in sight. */
export function CueList({ desk, children, within, onFind }: Props) {
  const { cues, video } = desk;
  const { clock, table } = video;
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => findCues(cues, text), [cues, text]);
  const currentId = useClockPart(
    clock,
    (state) => cues[currentCue(cues, table.seconds(state.frame))]?.id ?? '',
  );
  useKeys({
    find: () => {
      onFind?.();
      // The panel may only be there after the next painting.
      requestAnimationFrame(() => field.current?.focus());
    },
  });
  useEffect(() => {
    const line = box.current?.querySelector<HTMLElement>(`[data-cue="${CSS.escape(currentId)}"]`);
    if (!line || !box.current || box.current.matches(':hover, :focus-within')) return;
    const { offsetTop, offsetHeight } = line;
    const { scrollTop, clientHeight } = box.current;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      box.current.scrollTop = offsetTop - clientHeight / 3;
  }, [currentId]);
  const outside = useMemo(() => {
    if (!within || within.length === 0) return new Set<string>();
    const isInside = (cue: Cue) => {
      const { first, end } = table.inside(cue.start, cue.end);
      return within.some((span) => first < span.end && Math.max(end, first + 1) > span.first);
    };
    return new Set(cues.filter((cue) => !isInside(cue)).map((cue) => cue.id));
  }, [cues, within, table]);
  return (
    <section className="vc" aria-label="Subtitles">
      <div className="vc-top">
        {children}
        <TextInput
          ref={field}
          value={text}
          onChange={(e) => setText(e.currentTarget.value)}
          placeholder="Find in subtitles"
          aria-label="Find in subtitles"
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={text ? null : <K id="find" />}
          disabled={cues.length === 0}
          onKeyDown={(e) => {
            if (e.key === 'Enter' && shown[0]) desk.seekToCue(shown[0]);
            if (e.key === 'Escape') {
              setText('');
              field.current?.blur();
            }
          }}
        />
        <span className={text ? 'f12 t3' : 'sr'} role="status">
          {text && (shown.length === 0 ? 'Nothing found' : plural(shown.length, 'line'))}
        </span>
      </div>
      <div className="vc-list" ref={box} data-scroll>
        {shown.map((cue) => (
          <Line
            key={cue.id}
            cue={cue}
            current={cue.id === currentId}
            dim={outside.has(cue.id)}
            onSeek={desk.seekToCue}
          />
        ))}
      </div>
    </section>
  );
}
