import { describe, expect, it } from 'vitest';
import { placeBeside } from './place';

const PAGE = { width: 1280, height: 720 };
const CARD = { width: 340, height: 180 };

describe('where a coach mark stands', () => {
  it('stands at the left of a form at the right, level with its middle', () => {
    const form = { left: 872, top: 68, width: 408, height: 652 };
    // 872 - 12 - 340 = 520; the middle is at 68 + 326 = 394, less half the card.
    expect(placeBeside(form, CARD, PAGE)).toEqual({ left: 520, top: 304 });
  });

  it('stands above a time line along the foot of the page', () => {
    const lanes = { left: 52, top: 506, width: 820, height: 214 };
    expect(placeBeside(lanes, CARD, PAGE)).toEqual({ left: 292, top: 314 });
  });

  it('stands at the right of a picture, and stays on the page', () => {
    expect(placeBeside({ left: 52, top: 68, width: 820, height: 438 }, CARD, PAGE)).toEqual({
      left: 884,
      top: 197,
    });
    expect(placeBeside({ left: 0, top: 690, width: 300, height: 30 }, CARD, PAGE)).toEqual({
      left: 12,
      top: 498,
    });
  });

  it('stands inside what fills the page', () => {
    expect(placeBeside({ left: 0, top: 0, width: 1280, height: 720 }, CARD, PAGE)).toEqual({
      left: 16,
      top: 16,
    });
  });
});
