import { count } from './format';

/** "200 in this project", "8 match", "100 loaded, more below": what a list's heading says about its length. */
export function totalWords(
  list: { rows: number; total: number | null; more: boolean; filtered: boolean },
  known: Record<string, number>,
): string | undefined {
  const sum = Object.values(known).reduce((a, b) => a + b, 0);
  const total = list.total ?? (list.filtered ? null : sum || null);
  if (total !== null) return `${count(total)} ${list.filtered ? 'match' : 'in this project'}`;
  if (list.rows === 0) return undefined;
  return list.more
    ? `${count(list.rows)} loaded, more below`
    : `${count(list.rows)} ${list.filtered ? 'match' : 'in this project'}`;
}
