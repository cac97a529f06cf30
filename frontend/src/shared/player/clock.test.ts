import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PlayerClock } from './clock';
import type { Ticks } from './clock';

class ManualTicks implements Ticks {
  at = 0;
  private waiting = new Map<number, () => void>();
  private next = 1;
  now() {
    return this.at;
  }
  request(run: () => void) {
    this.waiting.set(this.next, run);
    return this.next++;
  }
  cancel(handle: number) {
    this.waiting.delete(handle);
  }
  pass(ms: number) {
    this.at += ms;
    const due = [...this.waiting.values()];
    this.waiting.clear();
    for (const run of due) run();
  }
}

/** A video element as far as the clock knows it: seeks take effect when `settle` is called. */
class FakeVideo extends EventTarget {
  readyState = 4;
  error = null;
  paused = true;
  ended = false;
  seeking = false;
  duration = 1;
  playbackRate = 1;
  seeks: number[] = [];
  private at = 0;
  private callbacks: ((now: number, meta: { mediaTime: number }) => void)[] = [];
  get currentTime() {
    return this.at;
  }
  set currentTime(seconds: number) {
    this.at = seconds;
    this.seeks.push(seconds);
    this.seeking = true;
  }
  settle() {
    this.seeking = false;
    this.dispatchEvent(new Event('seeked'));
  }
  play() {
    this.paused = false;
    return Promise.resolve();
  }
  pause() {
    this.paused = true;
  }
  requestVideoFrameCallback(run: (now: number, meta: { mediaTime: number }) => void) {
    return this.callbacks.push(run);
  }
  present(mediaTime: number) {
    this.at = mediaTime;
    const due = this.callbacks;
    this.callbacks = [];
    for (const run of due) run(0, { mediaTime });
  }
}
const video = () => new FakeVideo() as FakeVideo & HTMLVideoElement;
const TEN = { fps: 10, frames: 10 };

beforeAll(() => {
  vi.stubGlobal('HTMLMediaElement', { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2 });
});

describe('a clock without clips', () => {
  it('runs by itself and stops on the last frame when it does not loop', () => {
    const ticks = new ManualTicks();
    const clock = new PlayerClock(TEN, [], ticks);
    clock.setLoop(false);
    clock.play();
    ticks.pass(250);
    expect(clock.snapshot().frame).toBe(2); // middle of frame 0 was not sought: 0.25 s at ten a second
    for (let i = 0; i < 4; i += 1) ticks.pass(250);
    expect(clock.snapshot()).toMatchObject({ frame: 9, playing: false, played: 1 });
  });

  it('plays back', () => {
    const ticks = new ManualTicks();
    const clock = new PlayerClock(TEN, [], ticks);
    clock.seek(5);
    clock.slower();
    expect(clock.snapshot()).toMatchObject({ playing: true, rate: -1 });
    ticks.pass(200);
    expect(clock.snapshot().frame).toBe(3); // 0.55 s - 0.2 s
    clock.pause();
    expect(clock.coverage.ranges()).toEqual([[3, 5]]);
  });
});

describe('a clock with clips (RV35)', () => {
  it('goes to the frame asked for last, also when a seek has ended and not said so yet', () => {
    const clock = new PlayerClock(TEN, [], new ManualTicks());
    const one = video();
    clock.attach('one', one);
    clock.seek(7); // waits for the seek to frame 0 that attaching began
    one.seeking = false;
    clock.seek(6);
    one.dispatchEvent(new Event('seeked')); // of the first seek
    one.settle();
    one.settle();
    expect(one.currentTime).toBeCloseTo(0.65);
  });

  it('steps exactly one frame and seeks to its middle', () => {
    const clock = new PlayerClock(TEN, [], new ManualTicks());
    const one = video();
    clock.attach('one', one);
    one.settle();
    clock.step(1);
    one.settle();
    expect(one.currentTime).toBeCloseTo(0.15);
    clock.step(-5);
    expect(clock.snapshot().frame).toBe(0);
    expect(clock.coverage.share).toBe(0);
  });

  it('collapses seeks that come faster than the decoder', () => {
    const clock = new PlayerClock(TEN, [], new ManualTicks());
    const one = video();
    clock.attach('one', one);
    one.settle();
    one.seeks = [];
    for (let i = 0; i < 5; i += 1) clock.step(1);
    expect(one.seeks).toHaveLength(1);
    one.settle();
    expect(one.seeks).toHaveLength(2);
    expect(one.seeks[1]).toBeCloseTo(0.55);
  });

  it('is moved by the master’s frames, brings followers along and starts again', () => {
    const ticks = new ManualTicks();
    const clock = new PlayerClock(TEN, [], ticks);
    const [one, two] = [video(), video()];
    clock.attach('one', one);
    clock.attach('two', two);
    one.settle();
    two.settle();
    clock.setMaster('one');
    clock.play();
    expect([one.paused, two.paused]).toEqual([false, false]);
    ticks.at = 1000;
    one.present(0.4);
    expect(clock.snapshot().frame).toBe(4);
    expect(two.playbackRate).toBeCloseTo(1.08); // it stands 3.5 frames behind
    one.ended = true;
    one.dispatchEvent(new Event('ended'));
    expect(clock.snapshot()).toMatchObject({ frame: 0, playing: true, played: 1 });
  });

  it('changes its master while it plays', () => {
    const clock = new PlayerClock(TEN, [], new ManualTicks());
    const [one, two] = [video(), video()];
    clock.attach('one', one);
    clock.attach('two', two);
    one.settle();
    two.settle();
    clock.setMaster('one');
    clock.play();
    clock.setMaster('two');
    one.present(0.9);
    expect(clock.snapshot().frame).toBe(0);
    two.present(0.3);
    expect(clock.snapshot().frame).toBe(3);
  });

  it('counts only what played: a jump leaves a hole', () => {
    const clock = new PlayerClock(TEN, [], new ManualTicks());
    const one = video();
    clock.attach('one', one);
    one.settle();
    clock.setMaster('one');
    clock.play();
    one.present(0.2);
    clock.seek(7);
    one.settle();
    one.present(0.9);
    expect(clock.coverage.ranges()).toEqual([
      [0, 2],
      [7, 9],
    ]);
  });
});

describe('a part of the timeline', () => {
  const playing = (loop: boolean) => {
    const clock = new PlayerClock(TEN, [], new ManualTicks());
    const one = video();
    clock.attach('one', one);
    clock.setMaster('one');
    one.settle();
    clock.setLoop(loop);
    clock.playPart({ first: 2, end: 5 });
    one.settle();
    return { clock, one };
  };

  it('plays from its first frame and rests on its last', () => {
    const { clock, one } = playing(false);
    expect(one.currentTime).toBeCloseTo(0.25);
    one.present(0.4);
    expect(clock.snapshot()).toMatchObject({ frame: 4, playing: true });
    one.present(0.5);
    one.settle();
    expect(clock.snapshot()).toMatchObject({ frame: 4, playing: false });
    expect(one.currentTime).toBeCloseTo(0.45);
    clock.play();
    one.present(0.5);
    expect(clock.snapshot()).toMatchObject({ frame: 5, playing: true }); // the part is over
  });

  it('begins again where it loops, whatever frame is still on its way', () => {
    const { clock, one } = playing(true);
    one.present(0.5);
    expect(clock.snapshot()).toMatchObject({ frame: 2, playing: true });
    one.present(0.5);
    one.settle();
    one.present(0.2);
    one.present(0.3);
    expect(clock.snapshot()).toMatchObject({ frame: 3, playing: true });
  });

  it('ends when somebody looks elsewhere', () => {
    const { clock, one } = playing(true);
    clock.seek(8);
    one.settle();
    one.present(0.9);
    expect(clock.snapshot()).toMatchObject({ frame: 9, playing: true });
  });
});

describe('the frame it names (PL3)', () => {
  // Frames 0 1 2 3 stand in slots 2 4 5 9 of a proxy of ten a second: the picture starts at 0.2 s.
  const slots = [2, 4, 5, 9];
  const frameAt = (seconds: number) => slots.findLastIndex((slot) => slot <= Math.floor(seconds * 10 + 1e-3));
  const timeline = {
    fps: 4,
    frames: 4,
    first: -1,
    spacing: {
      duration: 1.1,
      frameAt,
      startOf: (frame: number) => (slots[frame] ?? 1) / 10,
      middleOf: (frame: number) => ((slots[frame] ?? 1) + 0.5) / 10,
    },
  };
  const resting = () => {
    const clock = new PlayerClock(timeline, [], new ManualTicks());
    const one = video();
    one.duration = 1.1;
    clock.attach('one', one);
    clock.setMaster('one');
    one.settle();
    return { clock, one };
  };

  it('is none before the first picture', () => {
    const { clock, one } = resting();
    expect(clock.snapshot().frame).toBe(-1);
    one.present(0.1);
    expect(clock.snapshot()).toMatchObject({ frame: -1, shown: -1 });
    clock.step(1);
    expect(clock.snapshot().frame).toBe(0);
    clock.step(-5);
    expect(clock.snapshot().frame).toBe(-1);
  });

  it('is confirmed by what the master presents', () => {
    const { clock, one } = resting();
    clock.seek(2);
    one.settle();
    expect(one.currentTime).toBeCloseTo(0.55);
    one.present(0.5);
    expect(clock.snapshot()).toMatchObject({ frame: 2, shown: 2 });
  });

  it('is asked for twice, and is then the one that is shown', () => {
    const { clock, one } = resting();
    clock.seek(2);
    one.settle();
    one.seeks = [];
    one.present(0.4);
    expect(one.seeks).toEqual([0.55]);
    one.settle();
    one.present(0.4);
    expect(clock.snapshot()).toMatchObject({ frame: 1, shown: 1 });
  });

  it('waits for the picture when it runs back', () => {
    const ticks = new ManualTicks();
    const clock = new PlayerClock(timeline, [], ticks);
    const one = video();
    one.duration = 1.1;
    clock.attach('one', one);
    clock.setMaster('one');
    one.settle();
    clock.seek(3);
    one.settle();
    clock.slower();
    ticks.pass(100);
    expect(clock.snapshot().frame).toBe(2); // 0.95 s - 0.1 s is slot 8
    ticks.pass(400);
    expect(clock.snapshot().frame).toBe(2); // frame 2 is still being sought
    one.settle();
    ticks.pass(10);
    expect(clock.snapshot().frame).toBe(1); // 0.95 s - 0.51 s is slot 4
  });

  it('keeps its speed for the next time at rest', () => {
    const { clock, one } = resting();
    clock.setRate(0.5);
    expect(clock.snapshot().playing).toBe(false);
    clock.play();
    expect(one.playbackRate).toBe(0.5);
    clock.setRate(2);
    expect(clock.snapshot()).toMatchObject({ playing: true, rate: 2 });
  });
});
