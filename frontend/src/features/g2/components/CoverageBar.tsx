import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { percent } from '../../../shared/lib/format';
import { timecode, type Desk } from '../../../shared/video';
import { shareWords } from '../model/coverage';
import type { Watching } from '../useWatching';

/** How much was really watched, where the gaps are, and a way to play each. */
export function CoverageBar({
  desk,
  watching,
  needed,
  maxSpeed,
  shown,
}: {
  desk: Desk;
  watching: Watching;
  needed: number;
  maxSpeed: number;
  /** How many gaps there is room for; the longest are taken. */
  shown: number;
}) {
  const { table } = desk.video;
  const { intervals, gaps, share, enough, notice } = watching;
  const at = (frame: number) => `${(table.seconds(frame) / table.duration) * 100}%`;
  const longest = gaps
    .toSorted((a, b) => length(desk, b) - length(desk, a))
    .slice(0, shown)
    .toSorted((a, b) => a[0] - b[0]);
  return (
    <section className="coverage" aria-label="Watched" data-coach="watched">
      <span className="row coverage-share">
        {enough && <IconCheck size={15} aria-hidden />}
        <b className="num">{shareWords(share)}</b>
        <span className="t2">{enough ? 'watched, enough' : `watched of ${percent(needed, 0)}`}</span>
      </span>
      <div
        className="coverage-track"
        role="img"
        aria-label={`Watched ${shareWords(share)}, ${gaps.length === 1 ? 'one gap' : `${gaps.length} gaps`}`}
      >
        {intervals.map(([first, end]) => (
          <i key={first} style={{ left: at(first), width: `calc(${at(end)} - ${at(first)})` }} />
        ))}
      </div>
      {notice ? (
        <span className="f12 coverage-notice" role="status">
          {notice}
        </span>
      ) : (
        !enough &&
        longest.map((gap) => (
          <button
            key={gap[0]}
            type="button"
            className="linkish f12 num"
            onClick={() => playGap(desk, gap, maxSpeed)}
          >
            <IconPlayerPlay size={12} aria-hidden /> {gapWords(desk, gap)}
          </button>
        ))
      )}
      {!notice && !enough && gaps.length > shown && (
        <span className="f12 t3">and {gaps.length - shown} more</span>
      )}
    </section>
  );
}

/** Short gaps to the tenth of a second, so that begin and end differ. */
export function gapWords({ video: { table } }: Desk, [first, end]: readonly [number, number]): string {
  const [from, to] = [table.seconds(first), table.seconds(end)];
  const digits = to - from < 10 ? 1 : 0;
  return `${timecode(from, digits)}–${timecode(to, digits)}`;
}

/** Plays what is missing, at a speed that counts. */
export function playGap({ video: { clock } }: Desk, [first, end]: readonly [number, number], max: number) {
  const { rate } = clock.snapshot();
  if (rate <= 0 || rate > max) clock.setRate(1);
  clock.playPart({ first, end });
}

const length = ({ video: { table } }: Desk, [first, end]: readonly [number, number]): number =>
  table.seconds(end) - table.seconds(first);
