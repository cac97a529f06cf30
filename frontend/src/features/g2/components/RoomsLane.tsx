import { IconCheck, IconX } from '@tabler/icons-react';
import type { Evidence } from '../../../shared/items';
import type { Desk } from '../../../shared/video';
import { neededGap, roomsBetween, widest } from '../model/evidence';

/** Under the evidence: how far its stretches are apart, against what is needed (QU45). */
export function RoomsLane({ desk, evidence }: { desk: Desk; evidence: readonly Evidence[] }) {
  const { view, video } = desk;
  const needed = neededGap(video.table.duration);
  const at = (seconds: number) => ((seconds - view.from) / (view.to - view.from)) * 100;
  const most = widest(evidence);
  return (
    <div className="vt-row rooms">
      <div className="vt-name">Apart</div>
      <div className="vt-lane">
        {roomsBetween(evidence, needed)
          .filter((room) => room.to >= view.from && room.from <= view.to)
          .map((room) => (
            <span
              key={room.from}
              className={room.enough ? 'room ok' : 'room'}
              style={{
                left: `${Math.max(0, at(room.from))}%`,
                width: `${Math.min(100, at(room.to)) - Math.max(0, at(room.from))}%`,
              }}
            >
              {room.seconds.toFixed(1)} s
            </span>
          ))}
        {evidence.length > 0 && (
          <span className="rooms-sum f11">
            {most !== null && most >= needed ? (
              <IconCheck size={12} aria-hidden />
            ) : (
              <IconX size={12} aria-hidden />
            )}
            {most === null
              ? `one stretch; two are needed, ${short(needed)} s apart`
              : `widest ${short(Math.max(0, most))} s of ${short(needed)} s`}
          </span>
        )}
      </div>
    </div>
  );
}

const short = (seconds: number): string => String(Number(seconds.toFixed(1)));
