import { Button, NumberInput, Popover } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled, IconStopwatch } from '@tabler/icons-react';
import { K } from '../../../shared/keys';
import { timecode, type Desk } from '../../../shared/video';
import { meantFrame, press, type Mark } from '../model/marks';
import { MAX_REACTION_S, readReaction, useReaction, writeReaction } from '../preferences';
import type { Marks } from '../useMarks';

/** Begins a mark where the thing began, or ends the open one; the mark that came of it. */
export function markNow({ video: { clock, table }, covered }: Desk, marks: Marks): Mark | null {
  if (covered) return null;
  const frame = meantFrame(
    clock.snapshot(),
    readReaction(),
    (f) => table.seconds(f),
    (s) => table.shownAt(s),
  );
  const mark = press(marks.list, Math.min(frame, table.length - 1), crypto.randomUUID());
  marks.change(mark);
  return mark;
}

/** The one button of watching. */
export function MarkButton({ desk, marks, onMark }: { desk: Desk; marks: Marks; onMark: () => void }) {
  const { table } = desk.video;
  return (
    <span className="row" data-coach="mark">
      <Button
        size="md"
        disabled={desk.covered}
        variant={marks.open ? 'filled' : 'default'}
        leftSection={
          marks.open ? <IconBookmarkFilled size={18} aria-hidden /> : <IconBookmark size={18} aria-hidden />
        }
        rightSection={<K id="mark" fill={marks.open !== null} />}
        onClick={onMark}
      >
        {marks.open
          ? `End of evidence, begun at ${timecode(table.seconds(marks.open.first), 1)}`
          : 'Start of evidence'}
      </Button>
      <Reaction />
    </span>
  );
}

function Reaction() {
  const reaction = useReaction();
  return (
    <Popover position="top-start" withinPortal trapFocus>
      <Popover.Target>
        <Button variant="subtle" color="gray" size="sm" leftSection={<IconStopwatch size={15} aria-hidden />}>
          Reaction {reaction.toFixed(1)} s
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <NumberInput
          label="Time that you need to react"
          description="Taken off a mark that is made while the video plays."
          suffix=" s"
          decimalScale={2}
          step={0.1}
          min={0}
          max={MAX_REACTION_S}
          value={reaction}
          onChange={(value) => typeof value === 'number' && writeReaction(value)}
          w={260}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
