import type { Handlers } from '../../../shared/keys';
import type { PlayerClock } from '../../../shared/player/clock';

/** The time layer of the key registry on one clock; `marks` are frames to jump between. */
export function playerKeys(clock: PlayerClock, marks: readonly number[]): Handlers {
  const second = Math.max(1, Math.round(clock.timeline.fps));
  const jump = (direction: 1 | -1) => {
    const target = nextMark(marks, clock.snapshot().frame, direction);
    if (target === null) return;
    clock.pause();
    clock.seek(target);
  };
  return {
    play: () => clock.toggle(),
    slower: () => clock.slower(),
    stop: () => clock.pause(),
    faster: () => clock.faster(),
    'frame.back': () => clock.step(-1),
    'frame.forward': () => clock.step(1),
    'frame.back.arrow': () => clock.step(-1),
    'frame.forward.arrow': () => clock.step(1),
    'second.back': () => clock.step(-second),
    'second.forward': () => clock.step(second),
    'mark.previous': () => jump(-1),
    'mark.next': () => jump(1),
    loop: () => clock.setLoop(!clock.snapshot().loop),
  };
}

export function nextMark(marks: readonly number[], from: number, direction: 1 | -1): number | null {
  const beyond = marks.filter((mark) => (mark - from) * direction > 0);
  if (beyond.length === 0) return null;
  return direction > 0 ? Math.min(...beyond) : Math.max(...beyond);
}
