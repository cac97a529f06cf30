import { signed } from '../../shared/lib/format';
import type { EpisodeCheck, EpisodeDetail } from './api';

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

export const STARTER_PLAN = `format: affectory-plan-1
scenes: all
motions:
  per_motion: 2
challenges:
  far_visible:
    count: 20
    distance_m: [4, 10]
    visible_fraction: [0.7, 1.0]
  rear_view:
    count: 20
    distance_m: [2, 6]
    bearing_deg: [120, 180]
`;

/** "line 4: …" → the line, so that it can be marked beside the text. */
export function faultLine(sentence: string): number | null {
  const hit = /\bline (\d+)/.exec(sentence);
  return hit ? Number(hit[1]) : null;
}
