/**
 * WA8: what was really played, as stretches of frames: forward, at no more than twice the speed, in a tab that can be
 * seen. They are kept in this browser until the server has them, and told in numbered beats, so that neither a lost
 * connection nor a closed tab loses any and none counts twice. No React; clock, storage and the way out are given.
 */
export interface Stretch {
  first: number;
  end: number;
  speed: number;
}
export interface Beat {
  number: number;
  played: Stretch[];
}
export interface Told {
  session: string;
  beats: Beat[];
}
/** What the clock shows at one moment. */
export interface Moment {
  frame: number;
  playing: boolean;
  rate: number;
  visible: boolean;
}
export type Outcome = 'taken' | 'later' | 'refused';

export interface WatcherOptions {
  session: string;
  maxSpeed: number;
  /** Seconds of a frame's start on the video's own time line. */
  seconds: (frame: number) => number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  keep: (beats: readonly Beat[]) => void;
  tell: (told: Told, leaving: boolean) => Promise<Outcome>;
  /** Something has been played that was not told yet. */
  onPlayed: () => void;
}

/** A picture may come late by so much before the clock is thought to have been moved by hand. */
const SLACK_S = 0.75;

export class Watcher {
  private readonly options: WatcherOptions;
  private open: (Stretch & { at: number }) | null = null;
  private closed: Stretch[] = [];
  private beats: Beat[] = [];
  private number = 0;
  private telling: Promise<Outcome> | null = null;

  constructor(options: WatcherOptions) {
    this.options = options;
  }

  /** Everything that was played in this session and is not taken yet. */
  get untold(): readonly Stretch[] {
    return [
      ...this.beats.flatMap((beat) => beat.played),
      ...this.closed,
      ...(this.open ? [strip(this.open)] : []),
    ];
  }

  /** To be called with each change of the clock and of what can be seen. */
  see({ frame, playing, rate, visible }: Moment): void {
    const counts = playing && visible && rate > 0 && rate <= this.options.maxSpeed && frame >= 0;
    const at = this.options.now();
    if (this.open && !(counts && rate === this.open.speed && this.follows(this.open, frame, at))) {
      // The last picture of a stretch is the one on which it is stopped.
      if (visible && rate === this.open.speed && this.follows(this.open, frame, at)) this.reach(frame, at);
      this.shut();
    }
    if (!counts) return;
    if (this.open) this.reach(frame, at);
    else this.open = { first: frame, end: frame + 1, speed: rate, at };
    this.options.onPlayed();
  }

  /** Makes a beat of what was played since the last one and tells all that is not taken yet. */
  async flush(leaving = false): Promise<Outcome> {
    this.gather();
    if (this.telling && !leaving) await this.telling;
    if (this.beats.length === 0) return 'taken';
    const sent = this.beats.slice();
    this.telling = this.options.tell({ session: this.options.session, beats: sent }, leaving);
    const outcome = await this.telling;
    this.telling = null;
    if (outcome !== 'later') {
      this.beats = this.beats.filter((beat) => !sent.includes(beat));
      this.options.keep(this.beats);
    }
    return outcome;
  }

  private gather(): void {
    if (this.open && this.open.end > this.open.first) {
      this.closed.push(strip(this.open));
      // What goes on begins with the frame on screen, so that nothing falls between two beats.
      this.open = { ...this.open, first: this.open.end };
    }
    const played = this.closed.filter((stretch) => stretch.end > stretch.first);
    this.closed = [];
    if (played.length === 0) return;
    this.number += 1;
    this.beats.push({ number: this.number, played });
    this.options.keep(this.beats);
  }

  private reach(frame: number, at: number): void {
    if (!this.open) return;
    this.open.end = Math.max(this.open.end, frame + 1);
    this.open.at = at;
  }

  private shut(): void {
    if (this.open && this.open.end > this.open.first) this.closed.push(strip(this.open));
    this.open = null;
  }

  /** Whether playing alone can have brought the clock to this frame. */
  private follows(open: Stretch & { at: number }, frame: number, at: number): boolean {
    const { seconds } = this.options;
    const moved = seconds(frame) - seconds(open.end - 1);
    return moved >= -1e-9 && moved <= ((at - open.at) / 1000) * open.speed + SLACK_S;
  }
}

const strip = ({ first, end, speed }: Stretch): Stretch => ({ first, end, speed });
