/** The bands of a small Sankey drawing: one stack on the left parts into rows of one height on the right. Pure. */
export const ROW_PX = 30;
const BAND_PX = 22;
const LEAST_PX = 1.5;

export function flowPaths(counts: readonly number[], total: number, width: number): string[] {
  const height = counts.length * ROW_PX;
  const all = Math.max(1, total);
  let top = 0;
  return counts.map((n, row) => {
    const left = n === 0 ? 0 : Math.max(LEAST_PX, (n / all) * (height - 8));
    const right = n === 0 ? 0 : Math.max(LEAST_PX, Math.min(BAND_PX, left));
    const [a, b] = [4 + top, 4 + top + left];
    top += left;
    const middle = row * ROW_PX + ROW_PX / 2;
    const [c, d] = [middle - right / 2, middle + right / 2];
    const half = width / 2;
    return `M0,${r(a)} C${half},${r(a)} ${half},${r(c)} ${width},${r(c)} L${width},${r(d)} C${half},${r(d)} ${half},${r(b)} 0,${r(b)} Z`;
  });
}

const r = (value: number): number => Math.round(value * 10) / 10;
