import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowRight, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { timecode, type Desk } from '../../../shared/video';
import type { Mark } from '../model/marks';
import type { Marks } from '../useMarks';

interface Props {
  desk: Desk;
  marks: Marks;
  /** Takes a mark into the item that is open; null where there is none. */
  onTake: ((mark: Mark) => void) | null;
  /** Whether the open item has this stretch already. */
  taken: (mark: Mark) => boolean;
}

/** What was marked while watching: played, taken into an item, or taken away. */
export function MarkList({ desk, marks, onTake, taken }: Props) {
  const { table, clock } = desk.video;
  const at = (frame: number) => timecode(table.seconds(frame), 1);
  if (marks.list.length === 0) return <p className="f12 t2">No marks on this video yet.</p>;
  return (
    <>
      <ol className="marks" aria-label="Marks">
        {marks.list.map((mark) => (
          <li key={mark.id} className="mark">
            <button
              type="button"
              className="linkish num f12"
              disabled={desk.covered}
              onClick={() =>
                mark.end === null
                  ? desk.seekTo(table.seconds(mark.first))
                  : clock.playPart({ first: mark.first, end: mark.end })
              }
            >
              <IconPlayerPlay size={12} aria-hidden /> {at(mark.first)}–
              {mark.end === null ? 'open' : at(mark.end)}
            </button>
            {onTake &&
              mark.end !== null &&
              (taken(mark) ? (
                <span className="f12 t3">in this item</span>
              ) : (
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconArrowRight size={13} aria-hidden />}
                  onClick={() => onTake(mark)}
                >
                  Into this item
                </Button>
              ))}
            <Tooltip label="Remove the mark">
              <ActionIcon
                size={24}
                aria-label={`Remove the mark at ${at(mark.first)}`}
                onClick={() => marks.remove(mark.id)}
              >
                <IconX size={14} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ol>
      {marks.waiting && (
        <p className="f12 t2" role="status">
          Marks are kept in this browser and sent when the server answers.
        </p>
      )}
      {marks.error && (
        <p className="f12 coverage-notice" role="alert">
          {marks.error}
        </p>
      )}
    </>
  );
}
