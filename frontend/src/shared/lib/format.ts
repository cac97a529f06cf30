/** Numbers and times as the site writes them. Timecodes never follow the locale. */
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

export const count = (n: number): string => whole.format(n);

export function percent(share: number, digits = 1): string {
  return `${(share * 100).toFixed(digits)} %`;
}

/** A signed number with a real minus sign. */
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

export const plus = (value: number, digits = 0): string =>
  value > 0 ? `+${value.toFixed(digits)}` : signed(value, digits);

export function seconds(s: number, digits = 2): string {
  return `${s.toFixed(digits)} s`;
}

export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = n;
  let unit = '';
  for (unit of units) {
    value /= 1000;
    if (value < 999.5) break;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** "3 h", "2 d": how long something has waited. */
export function hours(h: number): string {
  if (h < 1) return `${Math.max(1, Math.round(h * 60))} min`;
  return h < 48 ? `${Math.round(h)} h` : `${Math.round(h / 24)} d`;
}

export const shortId = (id: string): string => id.slice(0, 8);

export function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

/** "Wed " before a time that is not today's. */
export function shortDay(iso: string): string {
  const day = new Date(iso);
  if (day.toDateString() === new Date().toDateString()) return '';
  return `${day.toLocaleDateString(undefined, { weekday: 'short' })} `;
}

/** The server writes a moment in a sentence as 2026-03-01T14:05Z; people read it on their own clock. */
export const withLocalTimes = (text: string): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\dZ/g, (iso) => `${shortDay(iso)}${clock(iso)}`);

/** To the second, where something is said to have happened just now. */
export function clockSeconds(iso: string): string {
  return new Date(iso).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

export function dateTime(iso: string | null | undefined): string {
  if (!iso) return '–';
  return new Date(iso).toLocaleString(undefined, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

export const plural = (n: number, one: string, many = `${one}s`): string =>
  `${count(n)} ${n === 1 ? one : many}`;

/** "FAR_VISIBLE" and "far_visible" → "Far visible". */
export function words(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
