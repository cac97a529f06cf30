import { describe, expect, it } from 'vitest';
import { Watcher, type Beat, type Moment, type Outcome, type Told } from './watcher';

/** Ten frames a second; the clock is moved by hand. */
function watching(outcomes: Outcome[] = []) {
  const told: (Told & { leaving: boolean })[] = [];
  let kept: readonly Beat[] = [];
  let now = 0;
  const watcher = new Watcher({
    session: 's',
    maxSpeed: 2,
    seconds: (frame) => frame / 10,
    now: () => now,
    keep: (beats) => (kept = beats.slice()),
    tell: async (what, leaving) => {
      told.push({ ...what, leaving });
      return outcomes.shift() ?? 'taken';
    },
    onPlayed: () => undefined,
  });
  const see = (frame: number, more: Partial<Moment> = {}) =>
    watcher.see({ frame, playing: true, rate: 1, visible: true, ...more });
  /** Plays from one frame to another, a picture each. */
  const play = (from: number, to: number, more: Partial<Moment> = {}) => {
    for (let frame = from; frame <= to; frame += 1) {
      see(frame, more);
      now += 100 / (more.rate ?? 1);
    }
  };
  return { watcher, told, see, play, kept: () => kept, pass: (ms: number) => (now += ms) };
}
const stretches = (told: Told[]) =>
  told.flatMap((t) => t.beats.flatMap((b) => b.played.map((p) => [p.first, p.end, p.speed])));

describe('what was really played (WA8)', () => {
  it('is one stretch up to the picture on which it was stopped', async () => {
    const { watcher, told, see, play } = watching();
    play(0, 20);
    see(20, { playing: false });
    expect(await watcher.flush()).toBe('taken');
    expect(stretches(told)).toEqual([[0, 21, 1]]);
  });

  it('does not hold what was jumped over, stepped through or shown backwards', async () => {
    const { watcher, told, see, play } = watching();
    play(0, 10);
    play(500, 510);
    see(510, { playing: false });
    for (let frame = 511; frame < 520; frame += 1) see(frame, { playing: false });
    play(300, 310, { rate: -1 });
    await watcher.flush();
    expect(stretches(told)).toEqual([
      [0, 11, 1],
      [500, 511, 1],
    ]);
  });

  it('bridges pictures that a fast player left out', async () => {
    const { watcher, told, see, pass } = watching();
    see(0, { rate: 2 });
    pass(400);
    see(8, { rate: 2 });
    pass(400);
    see(16, { rate: 2, playing: false });
    await watcher.flush();
    expect(stretches(told)).toEqual([[0, 17, 2]]);
  });

  it('counts nothing above twice the speed or in a tab that cannot be seen', async () => {
    const { watcher, told, play, see } = watching();
    play(0, 20, { rate: 4 });
    play(20, 30, { visible: false });
    play(30, 40, { rate: 2 });
    see(40, { playing: false, rate: 2 });
    await watcher.flush();
    expect(stretches(told)).toEqual([[30, 41, 2]]);
  });

  it('is told in numbered beats without a frame between them', async () => {
    const { watcher, told, play } = watching();
    play(0, 10);
    await watcher.flush();
    play(11, 20);
    await watcher.flush();
    expect(told.map((t) => t.beats)).toEqual([
      [{ number: 1, played: [{ first: 0, end: 11, speed: 1 }] }],
      [{ number: 2, played: [{ first: 11, end: 21, speed: 1 }] }],
    ]);
    expect(await watcher.flush()).toBe('taken');
    expect(told).toHaveLength(2);
  });

  it('stays in the browser until the server has it, and goes out again with its number', async () => {
    const { watcher, told, play, kept } = watching(['later', 'taken']);
    play(0, 10);
    expect(await watcher.flush()).toBe('later');
    expect(kept().map((b) => b.number)).toEqual([1]);
    expect(watcher.untold).toEqual([
      { first: 0, end: 11, speed: 1 },
      { first: 11, end: 11, speed: 1 },
    ]);
    play(11, 20);
    expect(await watcher.flush()).toBe('taken');
    expect(told[1]!.beats.map((b) => b.number)).toEqual([1, 2]);
    expect(kept()).toEqual([]);
  });

  it('leaves without waiting for an answer that is still on its way', async () => {
    const { watcher, told, play } = watching();
    play(0, 10);
    const first = watcher.flush();
    play(11, 20);
    await watcher.flush(true);
    await first;
    expect(told.map((t) => [t.leaving, t.beats.map((b) => b.number)])).toEqual([
      [false, [1]],
      [true, [1, 2]],
    ]);
  });
});
