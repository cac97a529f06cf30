import { TextInput, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { FrameTable } from './frames';
import { parseEntry } from './times';

interface Props {
  table: FrameTable;
  label: string;
  /** What stands in the field while nobody types. */
  value: string;
  frame: number;
  /** The place is a boundary (an edge) rather than a frame that is seen. */
  boundary?: boolean;
  onFrame: (frame: number) => void;
  disabled?: boolean;
  width?: number;
  placeholder?: string;
}

const FORMS = 'seconds (765.32), minutes (12:45.32) or a frame (f 19133)';

/** A place in the video as a number: seconds or minutes and seconds, or a frame ("f 19133"). ↑ ↓ move by one frame. */
export function TimeField({
  table,
  label,
  value,
  frame,
  boundary,
  onFrame,
  disabled,
  width = 112,
  placeholder,
}: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const commit = (): boolean => {
    if (typed === null) return true;
    const entry = parseEntry(typed);
    if (!entry) {
      setWrong(true);
      return false;
    }
    if (entry.kind === 'frame') onFrame(entry.frame);
    else if (boundary) onFrame(table.inside(entry.time, entry.time).first);
    else onFrame(table.shownAt(entry.time));
    setTyped(null);
    setWrong(false);
    return true;
  };
  return (
    <Tooltip
      label={wrong ? `This is no time and no frame. Write ${FORMS}.` : `Write ${FORMS}. Enter goes there.`}
      {...(wrong && { opened: true })}
    >
      <TextInput
        aria-label={label}
        aria-description="Seconds, minutes and seconds, or a frame with f before it"
        className="num vt-field"
        size="xs"
        w={width}
        value={typed ?? value}
        error={wrong}
        {...(placeholder && { placeholder })}
        disabled={disabled ?? false}
        onFocus={(e) => e.currentTarget.select()}
        onChange={(e) => {
          setTyped(e.currentTarget.value);
          setWrong(false);
        }}
        onBlur={() => {
          if (typed !== null && parseEntry(typed)) commit();
          else setTyped(null);
          setWrong(false);
        }}
        onKeyDown={(e) => {
          if (e.key === 'Enter') {
            // The page's keys work again at once; an entry that is no place stays to be mended.
            if (commit()) e.currentTarget.blur();
          } else if (e.key === 'Escape') {
            setTyped(null);
            setWrong(false);
            e.currentTarget.blur();
          } else if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
            e.preventDefault();
            setTyped(null);
            onFrame(frame + (e.key === 'ArrowUp' ? 1 : -1));
          } else return;
          e.stopPropagation();
        }}
      />
    </Tooltip>
  );
}
