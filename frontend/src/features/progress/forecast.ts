export interface Forecast {
  remaining: number;
  days_seen: number;
  per_day: number | null;
  per_day_low: number | null;
  per_day_high: number | null;
  earliest: string | null;
  expected: string | null;
  latest: string | null;
  undefined_reason: string | null;
}

export function dayName(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? day
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

/** "Done between 12 Mar and 19 Mar at the present pace", or why that cannot be said. */
export function forecastWords(f: Forecast): string {
  if (f.remaining === 0) return 'Nothing is left to decide.';
  if (f.undefined_reason) return `No forecast: ${f.undefined_reason}.`;
  if (f.earliest && f.latest)
    return f.earliest === f.latest
      ? `Done on ${dayName(f.earliest)} at the present pace.`
      : `Done between ${dayName(f.earliest)} and ${dayName(f.latest)} at the present pace.`;
  if (f.earliest)
    return `Not before ${dayName(f.earliest)} at the present pace; the latest day is not in sight.`;
  return 'The end is not in sight at the present pace.';
}
