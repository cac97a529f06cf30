import { count, signed, words } from '../../shared/lib/format';
import type { EpisodeCheck, EpisodeDetail, GroupReport } from './api';

/** "170°", "44 %", "3.4 m": a measured number with its unit. */
export function figure(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return 'not measured';
  if (unit === 'share' || unit === 'fraction' || unit === '1') return `${Math.round(value * 100)} %`;
  if (unit === 'deg' || unit === '°') return `${Math.round(value)}°`;
  if (unit === 'm') return `${signed(value, Math.abs(value) < 1 ? 2 : 1)} m`;
  return `${Number.isInteger(value) ? value : Number(value.toPrecision(3))}${unit ? ` ${unit}` : ''}`;
}

export function bounds({ low, high, unit }: Pick<EpisodeCheck, 'low' | 'high' | 'unit'>): string {
  if (low !== null && high !== null) return `${figure(low, unit)} to ${figure(high, unit)}`;
  if (low !== null) return `at least ${figure(low, unit)}`;
  return high !== null ? `at most ${figure(high, unit)}` : '';
}

/** What an episode is about in a word: its challenge, its action, or that it is a dyad. */
export const kindOf = (e: Pick<EpisodeDetail, 'family' | 'challenge' | 'action'>): string =>
  e.challenge || e.action || e.family;

export const STAGES: Record<string, string> = {
  geometric: 'by geometry',
  measured: 'by the engine',
  rendered: 'on the clips',
};

const CHECKS: Record<string, string> = {
  visible: 'Visible',
  distance: 'Distance',
  in_picture: 'In the picture',
  bearing: 'Bearing',
  bearing_at_start: 'Bearing at the start',
  same_pixels: 'Rendered twice, same pixels',
  same_clip: 'Whole clip drawn twice',
  unreadable: 'The engine could not read it',
};

/** A check as people say it: what the server calls it where it came along, else a word of our own. */
export const checkLabel = (id: string, found: readonly { id: string; label: string }[]): string =>
  found.find((one) => one.id === id)?.label ?? CHECKS[id] ?? words(id);

/** "far_visible" and "dyad_A" as headings. */
export const groupName = (name: string): string =>
  name.startsWith('dyad_') ? `Two people, asked about ${name.slice(5)}` : words(name);

/** "expected 36 (30 to 39)", "composed 36". */
export function figureOfGroup(group: GroupReport, isRun: boolean): string {
  if (isRun) return `composed ${count(group.accepted)}`;
  if (group.expected === null) return 'expected: not known';
  const { expected: n, expected_low: low, expected_high: high } = group;
  const range = low !== null && high !== null && low !== high ? ` (${count(low)} to ${count(high)})` : '';
  return `expected ${count(n)}${range}`;
}
