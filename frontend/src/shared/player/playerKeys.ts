import type { Handlers } from '../keys';
import type { PlayerClock } from './clock';
import { secondAway } from './timeline';

/** The time layer of the key registry on one clock; `marks` are frames to jump between. */
export function playerKeys(clock: PlayerClock, marks: readonly number[] = []): Handlers {
  const second = (direction: 1 | -1) => {
    clock.pause();
    clock.seek(secondAway(clock.timeline, clock.snapshot().frame, direction));
  };
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
    'second.back': () => second(-1),
    'second.forward': () => second(1),
    loop: () => clock.setLoop(!clock.snapshot().loop),
    ...(marks.length > 0 && { 'mark.previous': () => jump(-1), 'mark.next': () => jump(1) }),
  };
}

export function nextMark(marks: readonly number[], from: number, direction: 1 | -1): number | null {
  const beyond = marks.filter((mark) => (mark - from) * direction > 0);
  if (beyond.length === 0) return null;
  return direction > 0 ? Math.min(...beyond) : Math.max(...beyond);
}
