/** Where the words of a map stand: beside their mark, not on each other. All numbers are pixels. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Label {
  text: string;
  /** The mark that it names. */
  at: readonly [number, number];
}

export interface Placed extends Rect {
  text: string;
}

const PER_LETTER = 6.3;
const HEIGHT = 15;
const OFF = 14;

export function overlap(a: Rect, b: Rect): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function places({ at: [x, y], text }: Label): Rect[] {
  const size = { width: text.length * PER_LETTER, height: HEIGHT };
  const across = (left: number, top: number): Rect => ({ x: left, y: top, ...size });
  return [
    across(x + OFF, y - HEIGHT - 2),
    across(x - OFF - size.width, y - HEIGHT - 2),
    across(x + OFF, y + 8),
    across(x - OFF - size.width, y + 8),
    across(x - size.width / 2, y + OFF),
    across(x - size.width / 2, y - OFF - HEIGHT),
  ];
}

/** Greedy: each word takes the first place with the least overlap with what stands already and with the edge. */
export function placeLabels(labels: readonly Label[], taken: readonly Rect[], frame: Rect): Placed[] {
  const placed: Placed[] = [];
  for (const label of labels) {
    const cost = (rect: Rect) => {
      const outside = rect.width * rect.height - overlap(rect, frame);
      return [...taken, ...placed].reduce((sum, other) => sum + overlap(rect, other), outside * 2);
    };
    const best = places(label).reduce((a, b) => (cost(b) < cost(a) ? b : a));
    placed.push({ text: label.text, ...best });
  }
  return placed;
}
