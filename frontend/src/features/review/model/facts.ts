/** Chips of the bar: what the episode intends and what the engine measured, with the bound it had to meet. */
import { words } from '../../../shared/lib/format';
import type { Check, EpisodeView, Measured } from '../api/types';

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
  const count = (wanted: Fact['outcome']) =>
    checks.filter((check) => outcomeOf(check.outcome) === wanted).length;
  const parts = [`${count('pass')} pass`];
  if (count('warn')) parts.push(`${count('warn')} ${count('warn') === 1 ? 'warns' : 'warn'}`);
  if (count('fail')) parts.push(`${count('fail')} ${count('fail') === 1 ? 'fails' : 'fail'}`);
  return parts.join(', ');
}

/** What a quantity can at most be: a bound that lies there bounds nothing. */
const NATURAL_TOP: Record<string, number> = { share: 1, fraction: 1, deg: 180 };

/** "≥ 120°", "2.0–6.0 m", "≤ 70 %"; empty when there is no bound. */
export function boundText(
  low: number | null | undefined,
  most: number | null | undefined,
  unit: string,
): string {
  const has = (value: number | null | undefined): value is number =>
    typeof value === 'number' && Number.isFinite(value);
  const high = has(most) && has(low) && most >= (NATURAL_TOP[unit] ?? Infinity) ? null : most;
  if (has(low) && has(high)) {
    const [from, to] = [quantity(low, unit), quantity(high, unit)];
    const sharedUnit = /[^\d.]+$/.exec(to)?.[0] ?? '';
    return `${sharedUnit && from.endsWith(sharedUnit) ? from.slice(0, -sharedUnit.length) : from}–${to}`;
  }
  if (has(low)) return `≥ ${quantity(low, unit)}`;
  return has(high) ? `≤ ${quantity(high, unit)}` : '';
}

/** What was measured of the intended challenge, in the order the server gives. */
export function measuredFacts(measured: Record<string, Measured>): Fact[] {
  return Object.entries(measured).map(([id, { label, value, unit, low, high, outcome }]) => ({
    id,
    label: label ?? id,
    value: quantity(value, unit),
    bound: boundText(low, high, unit),
    outcome: outcomeOf(outcome),
  }));
}

/** Of two people each finding says whose it is: "Foot sliding, in green". */
export function checkLabel({ id, label, part }: Check, { people }: Pick<EpisodeView, 'people'>): string {
  const name = label ?? words(id);
  const person = part ? people.find((one) => one.part === part) : undefined;
  return person ? `${name}, in ${person.top}` : name;
}

/** The first frame of the motion where a check that does not pass fails, if it says one. */
export function frameOf(check: Check): number | null {
  if (!['warn', 'fail'].includes(outcomeOf(check.outcome))) return null;
  return check.frame ?? check.spans?.[0]?.[0] ?? null;
}
