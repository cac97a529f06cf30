import { describe, expect, it } from 'vitest';
import { EMPTY_QUEUE, nextOf, reduce, totals, type Action, type Queue } from './uploads';

const run = (actions: Action[], from: Queue = EMPTY_QUEUE) => actions.reduce(reduce, from);
const three: Action = {
  type: 'add',
  files: ['a', 'b', 'c'].map((key) => ({ key, name: `${key}.mp4`, size: 100 })),
};

describe('upload queue', () => {
  it('sends one file after the other', () => {
    let queue = run([three]);
    expect(nextOf(queue)).toBe('a');
    queue = run([{ type: 'begin', key: 'a' }], queue);
    expect(nextOf(queue)).toBeNull();
    queue = run(
      [
        { type: 'progress', key: 'a', sent: 40 },
        { type: 'done', key: 'a', upload: 'u1' },
      ],
      queue,
    );
    expect(nextOf(queue)).toBe('b');
    expect(totals(queue)).toEqual({ files: 3, done: 1, failed: 0, bytes: 300, sent: 100, settled: false });
  });

  it('takes a file once, and not again what was sent before', () => {
    const queue = run([
      three,
      three,
      { type: 'add', files: [{ key: 'd', name: 'd.mp4', size: 7, upload: 'u9' }] },
    ]);
    expect(queue.items.map((i) => [i.key, i.phase])).toEqual([
      ['a', 'waiting'],
      ['b', 'waiting'],
      ['c', 'waiting'],
      ['d', 'done'],
    ]);
  });

  it('goes on with the next file when a connection breaks, and resumes the broken one', () => {
    const broke = run([
      three,
      { type: 'begin', key: 'a' },
      { type: 'progress', key: 'a', sent: 60 },
      { type: 'fail', key: 'a', error: 'The connection broke.', broken: true },
    ]);
    expect([broke.paused, nextOf(broke)]).toEqual([false, 'b']);
    const on = run(
      [
        { type: 'begin', key: 'b' },
        { type: 'done', key: 'b', upload: 'u2' },
      ],
      broke,
    );
    expect([on.breaks, nextOf(on)]).toEqual([0, 'c']);
    expect(nextOf(run([{ type: 'resume' }], on))).toBe('a');
  });

  it('pauses when the line is down, and keeps what the server refused apart', () => {
    const down = run([
      three,
      { type: 'begin', key: 'a' },
      { type: 'fail', key: 'a', error: 'Too large.', broken: false },
      { type: 'begin', key: 'b' },
      { type: 'fail', key: 'b', error: 'broke', broken: true },
      { type: 'begin', key: 'c' },
      { type: 'fail', key: 'c', error: 'broke', broken: true },
    ]);
    expect([down.paused, nextOf(down), totals(down).settled]).toEqual([true, null, true]);
    const up = run([{ type: 'resume' }], down);
    expect(up.items.map((i) => i.phase)).toEqual(['failed', 'waiting', 'waiting']);
    expect(run([{ type: 'retry', key: 'a' }], up).items[0]!.phase).toBe('waiting');
  });

  it('pauses by hand: the file on its way waits again', () => {
    const paused = run([three, { type: 'begin', key: 'a' }, { type: 'pause' }]);
    expect([paused.items[0]!.phase, nextOf(paused)]).toEqual(['waiting', null]);
    // A late answer of the transfer that was given up changes nothing.
    expect(run([{ type: 'progress', key: 'a', sent: 9 }], paused).items[0]!.sent).toBe(0);
    expect(nextOf(run([{ type: 'resume' }], paused))).toBe('a');
  });

  it('sends again what the server no longer has', () => {
    const sent = run([three, { type: 'begin', key: 'a' }, { type: 'done', key: 'a', upload: 'u1' }]);
    expect(nextOf(run([{ type: 'forget', uploads: ['u1'] }], sent))).toBe('a');
  });
});
