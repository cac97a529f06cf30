/** What a list is asked for, as it stands in the address: facets (each as often as it has values), search, order. */
const NOT_ASKED = new Set(['cursor', 'limit', 'back']);

export interface SortBy {
  name: string;
  down: boolean;
}

/** The part of an address that chooses rows and their order, always in the same spelling. */
export function whereOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name, value]) => value !== '' && !NOT_ASKED.has(name));
  kept.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  return new URLSearchParams(kept).toString();
}

/** The same without the order: two orders of the same rows have the same counts. */
export function filtersOf(where: string): string {
  const params = new URLSearchParams(where);
  params.delete('sort');
  return params.toString();
}

export const isFiltered = (where: string): boolean => filtersOf(where) !== '';

/** A value of a facet chosen, or taken back. */
export function toggled(params: URLSearchParams, facet: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  const values = next.getAll(facet);
  next.delete(facet);
  for (const one of values) if (one !== value) next.append(facet, one);
  if (!values.includes(value)) next.append(facet, value);
  return next;
}

export function without(params: URLSearchParams, names: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of names) next.delete(name);
  return next;
}

export const sortsOf = (params: URLSearchParams): SortBy[] =>
  (params.get('sort') ?? '')
    .split(',')
    .filter(Boolean)
    .map((one) => ({ name: one.replace(/^-/, ''), down: one.startsWith('-') }));

/** A click on a heading: up, down, not at all. With `beside` the other columns stay, and this one joins them. */
export function sortedBy(params: URLSearchParams, name: string, beside: boolean): URLSearchParams {
  const sorts = sortsOf(params);
  const now = sorts.find((s) => s.name === name);
  const turned: SortBy | null = !now ? { name, down: false } : now.down ? null : { name, down: true };
  const next = beside
    ? [...sorts.map((s) => (s.name === name ? turned : s)), ...(now ? [] : [turned])]
    : [turned];
  const text = next
    .filter((s) => s !== null)
    .map((s) => (s.down ? '-' : '') + s.name)
    .join(',');
  const out = new URLSearchParams(params);
  if (text) out.set('sort', text);
  else out.delete('sort');
  return out;
}
