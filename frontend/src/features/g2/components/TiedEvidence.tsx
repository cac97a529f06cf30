import { Button } from '@mantine/core';
import { IconLink, IconPlayerPlay } from '@tabler/icons-react';
import { KeyCap } from '../../../shared/keys';
import type { Evidence } from '../../../shared/items';
import { timecode, type Desk } from '../../../shared/video';
import { tiedTo } from '../model/evidence';

interface Props {
  id: string;
  evidence: readonly Evidence[];
  /** The place of the selected stretch; -1 for none. */
  selected: number;
  desk: Desk;
  onTie: ((place: number) => void) | null;
}

/** Under a stage, factor or component: the stretches that show it, and a way to tie the selected one. */
export function TiedEvidence({ id, evidence, selected, desk, onTie }: Props) {
  const { table, clock } = desk.video;
  const own = tiedTo(evidence, id);
  const play = (one: Evidence) => clock.playPart(table.inside(one.start, one.end));
  return (
    <div className="tied">
      {own.map((place) => (
        <button
          key={place}
          type="button"
          className="linkish num f12"
          disabled={desk.covered}
          onClick={() => play(evidence[place]!)}
        >
          <IconPlayerPlay size={12} aria-hidden /> <span className="sr">Play evidence </span>
          {place + 1}: {timecode(evidence[place]!.start, 1)}–{timecode(evidence[place]!.end, 1)}
        </button>
      ))}
      {own.length === 0 && <span className="f12 t3">No evidence yet</span>}
      {onTie && selected >= 0 && !own.includes(selected) && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconLink size={13} aria-hidden />}
          rightSection={Number(id.slice(1)) < 10 ? <KeyCap>{id.slice(1)}</KeyCap> : undefined}
          onClick={() => onTie(selected)}
        >
          Tie evidence {selected + 1}
        </Button>
      )}
    </div>
  );
}
