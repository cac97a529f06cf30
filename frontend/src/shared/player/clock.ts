/**
 * RV35: one clock for N clips, the 3D view and the map. While it plays forward the chosen clip is master: its presented
 * frames (requestVideoFrameCallback) move the clock, the other clips follow. Without a playable master, and backwards,
 * the clock runs by itself and the clips are seeked.
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

  constructor(
    timeline: Timeline,
    watched: readonly (readonly [number, number])[] = [],
    ticks: Ticks = BROWSER,
  ) {
    this.timeline = timeline;
    this.ticks = ticks;
    this.coverage = new Coverage(timeline.frames, watched);
    this.state = { frame: 0, playing: false, rate: 1, loop: true, played: this.coverage.share };
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
    this.clips.set(id, { video, correctedAt: 0, wanted: null, detach });
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
    const atEnd = rate > 0 && this.state.frame >= this.timeline.frames - 1;
    const atStart = rate < 0 && this.state.frame === 0;
    if (atEnd) this.moveTo(0);
    if (atStart) this.moveTo(this.timeline.frames - 1);
    this.change({ playing: true, rate });
    this.start();
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

  step(frames: number): void {
    this.pause();
    this.seek(this.state.frame + frames);
  }

  seek(frame: number): void {
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

  private moveTo(frame: number): void {
    this.time = middleOf(this.timeline, frame);
    this.change({ frame });
  }

  private change(part: Partial<ClockState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of [...this.listeners]) listener();
  }

  private masterVideo(): HTMLVideoElement | null {
    const video = this.master === null ? undefined : this.clips.get(this.master)?.video;
    if (!video || video.error || !('requestVideoFrameCallback' in video)) return null;
    return video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? video : null;
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
      if (this.time < end) each.play().catch(() => undefined);
    }
    const present = (_now: number, { mediaTime }: { mediaTime: number }) => {
      if (run !== this.run) return;
      this.advance(mediaTime);
      this.follow(video.currentTime);
      if (run === this.run) video.requestVideoFrameCallback(present);
    };
    video.requestVideoFrameCallback(present);
  }

  /** Leaves whatever run is under way; callbacks of an older run find their number gone. */
  private halt(): void {
    this.run += 1;
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
      this.advance(this.time);
      this.seekAll();
      this.tick(run);
    });
  }

  private advance(seconds: number): void {
    const frame = frameAt(this.timeline, seconds);
    const forward = this.state.rate > 0 ? frame >= this.state.frame : frame <= this.state.frame;
    this.coverage.add(forward ? this.state.frame : frame, frame);
    this.time = seconds;
    if (frame !== this.state.frame || this.coverage.share !== this.state.played)
      this.change({ frame, played: this.coverage.share });
  }

  private finish(): void {
    const { rate, loop, frame } = this.state;
    const last = rate > 0 ? this.timeline.frames - 1 : 0;
    this.coverage.add(frame, last);
    this.halt();
    this.moveTo(loop ? this.timeline.frames - 1 - last : last);
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
    const end = Number.isFinite(clip.video.duration)
      ? clip.video.duration - 0.5 / this.timeline.fps
      : seconds;
    const target = Math.max(0, Math.min(seconds, end));
    if (clip.video.seeking) clip.wanted = target;
    else if (Math.abs(clip.video.currentTime - target) > 1e-4) clip.video.currentTime = target;
  }

  private seekPending(id: string): void {
    const clip = this.clips.get(id);
    if (!clip || clip.wanted === null) return;
    const target = clip.wanted;
    clip.wanted = null;
    this.seekClip(clip, target);
  }
}
