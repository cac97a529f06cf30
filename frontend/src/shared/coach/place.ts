/** Where the card of a coach mark stands: beside what it is about, never over it where there is room. Pure. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface Size {
  width: number;
  height: number;
}

const GAP = 12;
const EDGE = 12;

/** Left, right, above or below; of a wide thing first above or below. Without room anywhere: inside, at its top left. */
export function placeBeside(target: Box, card: Size, page: Size): { left: number; top: number } {
  const across = clamp(target.left + target.width / 2 - card.width / 2, page.width - card.width - EDGE);
  const down = clamp(target.top + target.height / 2 - card.height / 2, page.height - card.height - EDGE);
  const beside = [
    { left: target.left - GAP - card.width, top: down },
    { left: target.left + target.width + GAP, top: down },
  ];
  const stacked = [
    { left: across, top: target.top - GAP - card.height },
    { left: across, top: target.top + target.height + GAP },
  ];
  const order = target.width > 2 * target.height ? [...stacked, ...beside] : [...beside, ...stacked];
  const fits = ({ left, top }: { left: number; top: number }) =>
    left >= EDGE &&
    top >= EDGE &&
    left + card.width <= page.width - EDGE &&
    top + card.height <= page.height - EDGE;
  return (
    order.find(fits) ?? {
      left: clamp(target.left + 16, page.width),
      top: clamp(target.top + 16, page.height),
    }
  );
}

const clamp = (value: number, most: number): number => Math.max(EDGE, Math.min(value, most));
