/** RV34: which frames have been on screen while playing. Scrubbing and stepping do not count. */
export class Coverage {
  private readonly seen: Uint8Array;
  private count = 0;

  constructor(frames: number, ranges: readonly (readonly [number, number])[] = []) {
    this.seen = new Uint8Array(Math.max(1, frames));
    for (const [from, to] of ranges) this.add(from, to);
  }

  /** Marks `from`..`to`, both included. True if that was news. */
  add(from: number, to: number): boolean {
    const before = this.count;
    const last = Math.min(this.seen.length - 1, Math.max(from, to));
    for (let frame = Math.max(0, Math.min(from, to)); frame <= last; frame += 1) {
      if (this.seen[frame] === 0) {
        this.seen[frame] = 1;
        this.count += 1;
      }
    }
    return this.count > before;
  }

  /** How many of `first`..`end` (not included) have been on screen. */
  within(first: number, end: number): number {
    let found = 0;
    for (let frame = Math.max(0, first); frame < Math.min(end, this.seen.length); frame += 1)
      found += this.seen[frame]!;
    return found;
  }

  get share(): number {
    return this.count / this.seen.length;
  }

  /** How much of some stretches has been seen; `end` is not in them. Nothing to see is seen. */
  shareOf(stretches: readonly { first: number; end: number }[]): number {
    let all = 0;
    let seen = 0;
    for (const { first, end } of stretches)
      for (let frame = Math.max(0, first); frame < Math.min(end, this.seen.length); frame += 1) {
        all += 1;
        seen += this.seen[frame]!;
      }
    return all === 0 ? 1 : seen / all;
  }

  get complete(): boolean {
    return this.count === this.seen.length;
  }

  ranges(): [number, number][] {
    const found: [number, number][] = [];
    this.seen.forEach((value, frame) => {
      const last = found.at(-1);
      if (value === 0) return;
      if (last && last[1] === frame - 1) last[1] = frame;
      else found.push([frame, frame]);
    });
    return found;
  }
}
