/** Rows `start … end` to draw for a scroll position, with a margin of `spare` rows on both sides. */
export function visibleRange(
  top: number,
  height: number,
  rowHeight: number,
  total: number,
  spare = 8,
): { start: number; end: number } {
  const start = Math.max(0, Math.floor(top / rowHeight) - spare);
  const end = Math.min(total, Math.ceil((top + height) / rowHeight) + spare);
  return { start: Math.min(start, total), end: Math.max(end, Math.min(start, total)) };
}
