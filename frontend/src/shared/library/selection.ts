/** Which rows of a list somebody has chosen: some by name, or all that match but a few. */
export interface Selection {
  /** Chosen, or with `all` those that are not. */
  ids: ReadonlySet<string>;
  all: boolean;
  /** Where a range begins. */
  anchor: string | null;
}

export const NOTHING: Selection = { ids: new Set(), all: false, anchor: null };
export const EVERYTHING: Selection = { ids: new Set(), all: true, anchor: null };

export const isChosen = (selection: Selection, id: string): boolean =>
  selection.ids.has(id) !== selection.all;

export const isEmpty = (selection: Selection): boolean => !selection.all && selection.ids.size === 0;

/** How many are chosen of `total` that match. */
export const chosenCount = (selection: Selection, total: number): number =>
  selection.all ? Math.max(0, total - selection.ids.size) : selection.ids.size;

export function toggle(selection: Selection, id: string): Selection {
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ...selection, ids, anchor: id };
}

/** Everything from the anchor to this row becomes what this row becomes. */
export function extend(selection: Selection, order: readonly string[], id: string): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id);
  const chosen = selection.anchor !== null && isChosen(selection, selection.anchor);
  const ids = new Set(selection.ids);
  for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    if (chosen !== selection.all) ids.add(one);
    else ids.delete(one);
  }
  return { ...selection, ids };
}
