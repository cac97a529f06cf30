/** Chips of the bar: what the episode intends and what the engine measured, with the bound it had to meet. */
import type { Check } from '../api/types';

export interface Fact {
  id: string;
  label: string;
  value: string;
  bound: string;
  outcome: 'pass' | 'warn' | 'fail' | 'info';
}

export const outcomeOf = (outcome: string): Fact['outcome'] => {
  const word = outcome.toLowerCase();
  if (word.startsWith('pass') || word === 'ok') return 'pass';
  if (word.startsWith('warn')) return 'warn';
  return word.startsWith('fail') ? 'fail' : 'info';
};

/** 0.44 share → "44 %", 3.42 m → "3.4 m", 170.2 ° → "170°". */
export function quantity(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return 'not measured';
  switch (unit) {
    case 'share':
    case 'fraction':
    case '1':
      return `${Math.round(value * 100)} %`;
    case 'deg':
    case 'degree':
    case '°':
      return `${Math.round(value)}°`;
    case 'm':
      return `${value.toFixed(Math.abs(value) < 1 ? 2 : 1)} m`;
    default:
      return `${Number.isInteger(value) ? value : value.toPrecision(3)}${unit ? ` ${unit}` : ''}`;
  }
}

export function summary(checks: readonly Check[]): string {
  const count = (wanted: Fact['outcome']) => checks.filter((check) => outcomeOf(check.outcome) === wanted).length;
  const parts = [`${count('pass')} pass`];
  if (count('warn')) parts.push(`${count('warn')} ${count('warn') === 1 ? 'warns' : 'warn'}`);
  if (count('fail')) parts.push(`${count('fail')} ${count('fail') === 1 ? 'fails' : 'fail'}`);
  return parts.join(', ');
}

const NAMES: Record<string, string> = {
  bearing_deg: 'Bearing', distance_m: 'Distance', visible_fraction: 'Visible, mean', mean_visible_fraction: 'Visible, mean',
  geodesic_m: 'Way', clearance_m: 'Clearance',
};
const UNITS: readonly [RegExp, string][] = [[/_deg$/, 'deg'], [/_m$/, 'm'], [/(fraction|share)$/, 'share'], [/_s$/, 's'], [/_px$/, 'px']];

function unitOf(id: string): string {
  return UNITS.find(([suffix]) => suffix.test(id))?.[1] ?? '';
}

function nameOf(id: string): string {
  const bare = id.replace(/_(deg|m|s|px)$/, '').replaceAll('_', ' ');
  return NAMES[id] ?? bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** "≥ 120°", "2–6 m", "≤ 70 %"; empty when there is no bound. */
export function boundText(low: number | null | undefined, high: number | null | undefined, unit: string): string {
  const has = (value: number | null | undefined): value is number => typeof value === 'number' && Number.isFinite(value);
  if (has(low) && has(high)) {
    const [from, to] = [quantity(low, unit), quantity(high, unit)];
    const sharedUnit = /[^\d.]+$/.exec(to)?.[0] ?? '';
    return `${sharedUnit && from.endsWith(sharedUnit) ? from.slice(0, -sharedUnit.length) : from}–${to}`;
  }
  if (has(low)) return `≥ ${quantity(low, unit)}`;
  return has(high) ? `≤ ${quantity(high, unit)}` : '';
}

interface Measured {
  label?: string;
  value?: number | null;
  unit?: string;
  low?: number | null;
  high?: number | null;
  outcome?: string;
}

/** Numbers as they are, and numbers with the bounds of the intended challenge, in the order the server gives. */
export function measuredFacts({ measured }: { measured: Record<string, unknown> }): Fact[] {
  return Object.entries(measured ?? {}).flatMap(([id, raw]): Fact[] => {
    if (typeof raw === 'number') return [{ id, label: nameOf(id), value: quantity(raw, unitOf(id)), bound: '', outcome: 'info' }];
    if (typeof raw !== 'object' || raw === null || !('value' in raw)) return [];
    const { label, value, unit = unitOf(id), low, high, outcome } = raw as Measured;
    const judged = outcome ? outcomeOf(outcome) : within(value, low, high);
    return [{ id, label: label ?? nameOf(id), value: quantity(value, unit), bound: boundText(low, high, unit), outcome: judged }];
  });
}

function within(value: number | null | undefined, low: number | null | undefined, high: number | null | undefined): Fact['outcome'] {
  if (value === null || value === undefined || (low === undefined && high === undefined)) return 'info';
  return value >= (low ?? -Infinity) && value <= (high ?? Infinity) ? 'pass' : 'fail';
}
