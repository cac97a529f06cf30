/** The part of a video that the time line shows, in seconds, and what is done to it. */
export interface View {
  from: number;
  to: number;
}

/** Closest look: a tenth of a second across. */
const CLOSEST_S = 0.1;

export const wholeView = (duration: number): View => ({ from: 0, to: Math.max(CLOSEST_S, duration) });

/** Keeps a view inside the video and its width as far as possible. */
export function within({ from, to }: View, duration: number): View {
  const whole = wholeView(duration);
  const width = Math.min(Math.max(CLOSEST_S, to - from), whole.to);
  const start = Math.min(Math.max(0, from), whole.to - width);
  return { from: start, to: start + width };
}

/** Shows `factor` times as much; the second `around` stays where it is. */
export function zoomed({ from, to }: View, factor: number, around: number, duration: number): View {
  const wanted = Math.min(Math.max(CLOSEST_S, (to - from) * factor), wholeView(duration).to);
  const share = (around - from) / (to - from);
  const start = around - share * wanted;
  return within({ from: start, to: start + wanted }, duration);
}

export const moved = ({ from, to }: View, by: number, duration: number): View =>
  within({ from: from + by, to: to + by }, duration);

/** A view that shows an interval with a tenth of its length on both sides. */
export function fitted(start: number, end: number, duration: number): View {
  const air = Math.max(0.25, (end - start) * 0.1);
  return within({ from: start - air, to: end + air }, duration);
}

/** The view that has `time` in it: itself, or turned over like a page so that `time` stands near its start. */
export function following(view: View, time: number, duration: number): View {
  if (time >= view.from && time <= view.to) return view;
  const width = view.to - view.from;
  return within({ from: time - width * 0.1, to: time + width * 0.9 }, duration);
}

export const isWhole = ({ from, to }: View, duration: number): boolean =>
  from <= 0 && to >= wholeView(duration).to - 1e-9;

const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];

export interface Ruling {
  /** Seconds between two numbers, and between two lines. */
  step: number;
  minor: number;
  digits: number;
}

/** How a ruler of `width` pixels is divided so that its numbers have `room` pixels each. */
export function ruling({ from, to }: View, width: number, room = 72): Ruling {
  const least = ((to - from) / Math.max(1, width)) * room;
  const step = STEPS.find((s) => s >= least) ?? STEPS.at(-1)!;
  const minor = step / ([0.2, 2, 120, 600, 1800].includes(step) ? 4 : 5);
  return { step, minor, digits: step >= 1 ? 0 : step >= 0.1 ? 1 : 2 };
}
