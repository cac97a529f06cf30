/**
 * RV35: one clock for N clips, the 3D view and the map, and for a long video. While it plays forward the chosen clip is
 * master: its presented frames (requestVideoFrameCallback) move the clock, the other clips follow. Without a playable
 * master, and backwards, the clock runs by itself and the clips are seeked.
 *
 * PL3: the frame it names is the frame that the master shows. At rest the master stands in the middle of that frame, and
 * what it presented is compared; were it ever another one, the clock would name that.
 */
import { Coverage } from './coverage';
import { clampFrame, correctionFor, durationOf, frameAt, middleOf, nextSpeed } from './timeline';
import type { Timeline } from './timeline';

export interface ClockState {
  frame: number;
  playing: boolean;
  rate: number;
  loop: boolean;
  /** Share of frames that have played at least once. */
  played: number;
  /** The frame that the master has presented last; null while nothing has been. */
  shown: number | null;
}

/** A part of the timeline that is played by itself: `first` is in it, `end` is not. */
export interface Part {
  first: number;
  end: number;
}

export interface Ticks {
  now(): number;
  request(run: () => void): number;
  cancel(handle: number): void;
}

const BROWSER: Ticks = {
  now: () => performance.now(),
  request: (run) => requestAnimationFrame(run),
  cancel: (handle) => cancelAnimationFrame(handle),
};
const CORRECT_EVERY_MS = 250;

interface Attached {
  video: HTMLVideoElement;
  correctedAt: number;
  /** A seek that came while another was under way. */
  wanted: number | null;
  /** The clock has already asked twice for the frame it stands on. */
  insisted: boolean;
  detach: () => void;
}

export class PlayerClock {
  readonly timeline: Timeline;
  readonly coverage: Coverage;
  private readonly ticks: Ticks;
  private state: ClockState;
  private readonly clips = new Map<string, Attached>();
  private readonly listeners = new Set<() => void>();
  private master: string | null = null;
  private run = 0;
  private handle: number | null = null;
  private time = 0;
  private tickedAt = 0;
  /** The master's presented frames move the clock. */
  private driven = false;
  private part: Part | null = null;

  constructor(
    timeline: Timeline,
    watched: readonly (readonly [number, number])[] = [],
    ticks: Ticks = BROWSER,
  ) {
    this.timeline = timeline;
    this.ticks = ticks;
    this.coverage = new Coverage(timeline.frames, watched);
    this.state = {
      frame: timeline.first ?? 0,
      playing: false,
      rate: 1,
      loop: true,
      played: this.coverage.share,
      shown: null,
    };
  }

  readonly snapshot = (): ClockState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  attach(id: string, video: HTMLVideoElement): () => void {
    this.clips.get(id)?.detach();
    const onSeeked = () => this.seekPending(id);
    const onEnded = () => id === this.master && this.state.playing && this.finish();
    const onReady = () => this.join(id);
    video.addEventListener('seeked', onSeeked);
    video.addEventListener('ended', onEnded);
    video.addEventListener('loadeddata', onReady);
    const detach = () => {
      video.removeEventListener('seeked', onSeeked);
      video.removeEventListener('ended', onEnded);
      video.removeEventListener('loadeddata', onReady);
      if (this.clips.get(id)?.video === video) this.clips.delete(id);
    };
    this.clips.set(id, { video, correctedAt: 0, wanted: null, insisted: false, detach });
    const present = (_now: number, { mediaTime }: { mediaTime: number }) => {
      if (this.clips.get(id)?.video !== video) return;
      video.requestVideoFrameCallback(present);
      if (id === this.master) this.presented(id, mediaTime);
    };
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(present);
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) this.join(id);
    return detach;
  }

  setMaster(id: string): void {
    if (this.master === id) return;
    this.master = id;
    if (this.state.playing) this.start();
  }

  toggle(): void {
    if (this.state.playing) this.pause();
    else this.play();
  }

  play(rate = this.state.rate > 0 ? this.state.rate : 1): void {
    const [first, last] = this.ends();
    const { frame } = this.state;
    if (rate > 0 && (frame >= last || frame < first)) this.moveTo(first);
    if (rate < 0 && (frame <= first || frame > last)) this.moveTo(last);
    this.change({ playing: true, rate });
    this.start();
  }

  /** Plays a part from its start, once or in a loop; whatever moves the clock elsewhere ends that. */
  playPart(part: Part): void {
    this.halt();
    this.part = part;
    this.moveTo(clampFrame(this.timeline, part.first));
    this.seekAll();
    this.play(Math.abs(this.state.rate));
  }

  pause(): void {
    if (!this.state.playing) return;
    this.halt();
    this.change({ playing: false });
    this.seekAll();
  }

  slower(): void {
    this.play(nextSpeed(this.state.rate, this.state.playing, 'slower'));
  }

  faster(): void {
    this.play(nextSpeed(this.state.rate, this.state.playing, 'faster'));
  }

  /** Another speed, at rest or while it plays. */
  setRate(rate: number): void {
    if (this.state.playing) this.play(rate);
    else this.change({ rate });
  }

  step(frames: number): void {
    this.pause();
    this.seek(this.state.frame + frames);
  }

  seek(frame: number): void {
    this.part = null;
    this.moveTo(clampFrame(this.timeline, frame));
    this.seekAll();
    if (this.state.playing) this.start();
  }

  setLoop(loop: boolean): void {
    this.change({ loop });
  }

  dispose(): void {
    this.halt();
    for (const clip of [...this.clips.values()]) clip.detach();
    this.listeners.clear();
  }

  /** First and last frame of what is being played. */
  private ends(): [number, number] {
    const { first = 0, frames } = this.timeline;
    return this.part ? [this.part.first, this.part.end - 1] : [first, frames - 1];
  }

  private moveTo(frame: number): void {
    this.time = middleOf(this.timeline, frame);
    for (const clip of this.clips.values()) clip.insisted = false;
    this.change({ frame });
  }

  private change(part: Partial<ClockState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of [...this.listeners]) listener();
  }

  private masterVideo(): HTMLVideoElement | null {
    const video = this.master === null ? undefined : this.clips.get(this.master)?.video;
    if (!video || video.error || !('requestVideoFrameCallback' in video)) return null;
    // A video has no current picture while it seeks, and will have one.
    return video.seeking || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? video : null;
  }

  private start(): void {
    this.halt();
    const run = this.run;
    const { rate } = this.state;
    this.tickedAt = this.ticks.now();
    const video = rate > 0 ? this.masterVideo() : null;
    if (!video) {
      this.tick(run);
      return;
    }
    for (const { video: each } of this.clips.values()) {
      each.playbackRate = rate;
      const end = Number.isFinite(each.duration) ? each.duration : durationOf(this.timeline);
      if (this.time < end) each.play().catch((error: unknown) => this.refused(each, error));
    }
    this.driven = true;
  }

  /** A browser may forbid sound before somebody has touched the page; then nothing plays. */
  private refused(video: HTMLVideoElement, error: unknown): void {
    if (video === this.masterVideo() && error instanceof DOMException && error.name === 'NotAllowedError')
      this.pause();
  }

  /** The master has put a frame on screen. */
  private presented(id: string, mediaTime: number): void {
    const clip = this.clips.get(id);
    if (!clip) return;
    const shown = frameAt(this.timeline, mediaTime);
    if (shown !== this.state.shown) this.change({ shown });
    // What comes while it is on its way elsewhere was on screen before.
    if (clip.video.seeking) return;
    if (this.driven) {
      this.advance(mediaTime);
      if (this.driven) this.follow(clip.video.currentTime);
    } else if (!this.state.playing && this.timeline.spacing && clip.wanted === null)
      this.confirm(clip, shown);
  }

  /** PL3: asks once more for the frame it names, and then names what is shown. */
  private confirm(clip: Attached, shown: number): void {
    if (middleOf(this.timeline, shown) === middleOf(this.timeline, this.state.frame)) return;
    if (clip.insisted) {
      this.moveTo(shown);
      return;
    }
    clip.insisted = true;
    clip.video.currentTime = middleOf(this.timeline, this.state.frame);
  }

  /** Leaves whatever run is under way; callbacks of an older run find their number gone. */
  private halt(): void {
    this.run += 1;
    this.driven = false;
    if (this.handle !== null) this.ticks.cancel(this.handle);
    this.handle = null;
    for (const { video } of this.clips.values()) if (!video.paused) video.pause();
  }

  private tick(run: number): void {
    this.handle = this.ticks.request(() => {
      if (run !== this.run) return;
      const now = this.ticks.now();
      this.time += ((now - this.tickedAt) / 1000) * this.state.rate;
      this.tickedAt = now;
      if (this.time >= durationOf(this.timeline) || this.time < 0) {
        this.finish();
        return;
      }
      // A picture that is still on its way is waited for; the next step is then as much longer.
      if (!this.masterVideo()?.seeking) {
        this.advance(this.time);
        if (run !== this.run) return;
        this.seekAll();
      }
      this.tick(run);
    });
  }

  private advance(seconds: number, shown = this.state.shown): void {
    const frame = frameAt(this.timeline, seconds);
    if (this.part && (frame < this.part.first || frame >= this.part.end)) {
      this.finish();
      return;
    }
    const forward = this.state.rate > 0 ? frame >= this.state.frame : frame <= this.state.frame;
    this.coverage.add(forward ? this.state.frame : frame, frame);
    this.time = seconds;
    const played = this.coverage.share;
    if (frame !== this.state.frame || played !== this.state.played || shown !== this.state.shown)
      this.change({ frame, played, shown });
  }

  private finish(): void {
    const { rate, loop, frame } = this.state;
    const [from, to] = rate > 0 ? this.ends() : this.ends().reverse();
    this.coverage.add(frame, to!);
    this.halt();
    this.moveTo(loop ? from! : to!);
    if (!loop) this.part = null;
    this.change({ playing: loop, played: this.coverage.share });
    this.seekAll();
    if (loop) this.start();
  }

  private follow(masterTime: number): void {
    const now = this.ticks.now();
    for (const [id, clip] of this.clips) {
      if (
        id === this.master ||
        clip.video.seeking ||
        clip.video.ended ||
        now - clip.correctedAt < CORRECT_EVERY_MS
      )
        continue;
      clip.correctedAt = now;
      const correction = correctionFor(
        clip.video.currentTime - masterTime,
        this.state.rate,
        this.timeline.fps,
      );
      if (correction.kind === 'seek') this.seekClip(clip, masterTime);
      clip.video.playbackRate = correction.kind === 'rate' ? correction.rate : this.state.rate;
    }
  }

  private join(id: string): void {
    const clip = this.clips.get(id);
    if (!clip) return;
    this.seekClip(clip, this.time || middleOf(this.timeline, this.state.frame));
    if (this.state.playing) this.start();
  }

  private seekAll(): void {
    for (const clip of this.clips.values()) this.seekClip(clip, middleOf(this.timeline, this.state.frame));
  }

  private seekClip(clip: Attached, seconds: number): void {
    if (clip.video.readyState < HTMLMediaElement.HAVE_METADATA) return;
    const margin = this.timeline.spacing ? 1e-3 : 0.5 / this.timeline.fps;
    const end = Number.isFinite(clip.video.duration) ? clip.video.duration - margin : seconds;
    const target = Math.max(0, Math.min(seconds, end));
    if (clip.video.seeking) {
      clip.wanted = target;
      return;
    }
    // The last seek has ended and has not said so yet: what waited for that is older than this one.
    clip.wanted = null;
    if (Math.abs(clip.video.currentTime - target) > 1e-4) clip.video.currentTime = target;
  }

  private seekPending(id: string): void {
    const clip = this.clips.get(id);
    if (!clip || clip.wanted === null) return;
    const target = clip.wanted;
    clip.wanted = null;
    this.seekClip(clip, target);
  }
}
