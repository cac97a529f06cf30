/** How facts about a video are written. */
export const STATES = ['registered', 'preparing', 'ready', 'refused'] as const;
export const RIGHTS = [
  { value: 'annotations', label: 'annotations only' },
  { value: 'derived', label: 'derived data: frames, subtitles, features' },
  { value: 'media', label: 'everything, the video included' },
];

/** "24000/1001" → 23.976; null where it is no fraction. */
export function fraction(text: string | null | undefined): number | null {
  if (!text) return null;
  const [numerator, denominator = '1'] = text.split('/');
  const value = Number(numerator) / Number(denominator);
  return Number.isFinite(value) ? value : null;
}

export function rateWords(rate: string | null | undefined): string {
  const value = fraction(rate);
  return value === null || value <= 0 ? '–' : `${Number(value.toFixed(3))} fps`;
}

/** Hours only where there are some: "0:09", "12:45", "1:02:03". */
export function lengthWords(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  const whole = Math.round(seconds);
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(whole % 60)}`
    : seconds < 1 && seconds > 0
      ? `${Number(seconds.toFixed(2))} s`
      : `${minutes}:${two(whole % 60)}`;
}

export const sizeWords = (width: number | null, height: number | null): string =>
  width && height ? `${width} × ${height}` : '–';
