/** What the lanes of the time line look like: plain drawing, no state. */
import { ruling, type View } from './axis';
import type { FrameTable } from './frames';
import { levels, type Peaks } from './peaks';
import { timecode } from './times';
import type { Cue, SpriteSheets } from './types';
import type { Ink } from './useCanvas';

const LABEL = "500 11px 'Inter Variable', sans-serif";

const scale = (view: View, width: number) => (seconds: number) =>
  ((seconds - view.from) / (view.to - view.from)) * width;

export function paintRuler({ g, width, height, colour }: Ink, view: View, table: FrameTable): void {
  const x = scale(view, width);
  const { step, minor, digits } = ruling(view, width);
  g.font = LABEL;
  g.fillStyle = colour('--tx3');
  g.strokeStyle = colour('--line-2');
  const perStep = Math.round(step / minor);
  for (let i = Math.floor(view.from / minor); i * minor <= view.to; i += 1) {
    const isMajor = i % perStep === 0;
    const at = Math.round(x(i * minor)) + 0.5;
    g.beginPath();
    g.moveTo(at, height);
    g.lineTo(at, height - (isMajor ? 8 : 4));
    g.stroke();
    if (isMajor) g.fillText(timecode(Number((i * minor).toFixed(3)), digits), at + 4, height - 8);
  }
  // Close enough, every frame has its own mark.
  if ((width / (view.to - view.from)) * (1 / table.timeline.fps) < 7) return;
  g.strokeStyle = colour('--ctl');
  const first = Math.max(0, table.shownAt(Math.max(0, view.from)));
  for (let frame = first; frame <= table.length; frame += 1) {
    const at = Math.round(x(table.seconds(frame))) + 0.5;
    if (at > width) break;
    g.beginPath();
    g.moveTo(at, 0);
    g.lineTo(at, 4);
    g.stroke();
  }
}

/** Calls back for every cut in view, unless they stand closer than `room` pixels on average. */
function eachCut(
  ink: Ink,
  view: View,
  cuts: readonly number[],
  room: number,
  mark: (at: number) => void,
): void {
  const x = scale(view, ink.width);
  const shown = cuts.filter((seconds) => seconds >= view.from && seconds <= view.to);
  if (shown.length * room <= ink.width) for (const seconds of shown) mark(Math.round(x(seconds)) + 0.5);
}

export function paintCuts(ink: Ink, view: View, cuts: readonly number[]): void {
  const { g, height, colour } = ink;
  g.strokeStyle = colour('--tx2');
  eachCut(ink, view, cuts, 0, (at) => {
    g.beginPath();
    g.moveTo(at, 3);
    g.lineTo(at, height - 3);
    g.stroke();
  });
}

/** Cuts as they run through another lane. */
export function paintCutsBehind(ink: Ink, view: View, cuts: readonly number[], token = '--ctl'): void {
  const { g, height, colour } = ink;
  g.save();
  g.strokeStyle = token.startsWith('--') ? colour(token) : token;
  g.setLineDash([3, 3]);
  eachCut(ink, view, cuts, 12, (at) => {
    g.beginPath();
    g.moveTo(at, 0);
    g.lineTo(at, height);
    g.stroke();
  });
  g.restore();
}

export function paintSprites(
  { g, width, height }: Ink,
  view: View,
  sprite: SpriteSheets,
  sheet: (index: number) => CanvasImageSource | null,
): void {
  const tile = Math.max(8, (height * sprite.tile_width) / sprite.tile_height);
  const perSheet = sprite.columns * sprite.rows;
  const perPixel = (view.to - view.from) / width;
  // Tiles stand on a grid of the whole video, so that moving the view does not make them swim.
  const origin = -((view.from / perPixel) % tile);
  for (let x = origin; x < width; x += tile) {
    const seconds = view.from + Math.max(0, x) * perPixel;
    const index = Math.max(0, lastNotAfter(sprite.times, seconds));
    const image = sheet(Math.floor(index / perSheet));
    if (!image) continue;
    const at = index % perSheet;
    const left = (at % sprite.columns) * sprite.tile_width;
    const top = Math.floor(at / sprite.columns) * sprite.tile_height;
    g.drawImage(image, left, top, sprite.tile_width, sprite.tile_height, x, 0, tile, height);
  }
}

function lastNotAfter(times: readonly number[], seconds: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > seconds) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

/** A quiet video is drawn louder, its silence not. */
const MOST_GAIN = 8;

export function paintSound(
  { g, width, height, colour }: Ink,
  view: View,
  peaks: Peaks,
  token = '--ac',
): void {
  const middle = height / 2;
  const reach = (middle - 2) * Math.min(MOST_GAIN, 1 / Math.max(peaks.loudest, 1e-3));
  const perPixel = (view.to - view.from) / width;
  g.fillStyle = colour(token);
  for (let x = 0; x < width; x += 2) {
    const from = view.from + x * perPixel;
    const [low, high] = levels(peaks, from, from + 2 * perPixel);
    const top = middle - high * reach;
    g.fillRect(x, top, 1.4, Math.max(1, (high - low) * reach));
  }
}

export function paintCues(
  { g, width, height, colour }: Ink,
  view: View,
  cues: readonly Cue[],
  current: string | null,
): void {
  const x = scale(view, width);
  g.font = LABEL;
  g.textBaseline = 'middle';
  for (const cue of cues) {
    if (cue.end < view.from || cue.start > view.to) continue;
    const left = x(cue.start);
    const wide = Math.max(2, x(cue.end) - left - 1);
    const isCurrent = cue.id === current;
    g.fillStyle = colour(isCurrent ? '--ac-soft' : '--sunken');
    g.strokeStyle = colour(isCurrent ? '--ac' : '--line-2');
    g.beginPath();
    g.roundRect(left + 0.5, 3.5, wide, height - 7, Math.min(4, wide / 2));
    g.fill();
    g.stroke();
    if (wide < 26) continue;
    g.save();
    g.clip();
    g.fillStyle = colour(isCurrent ? '--ac' : '--tx2');
    g.fillText(cue.text.replaceAll('\n', ' '), Math.max(left, 0) + 6, height / 2 + 0.5);
    g.restore();
  }
}
