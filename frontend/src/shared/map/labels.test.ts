import { describe, expect, it } from 'vitest';
import { overlap, placeLabels } from './labels';

const FRAME = { x: 0, y: 0, width: 300, height: 200 };

describe('words on the map', () => {
  it('measures overlap', () => {
    expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 6, y: 8, width: 10, height: 10 })).toBe(8); // 4 by 2
    expect(overlap({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 5, height: 5 })).toBe(0);
  });

  it('stand right of and above their mark where there is room', () => {
    const [word] = placeLabels([{ text: 'person', at: [100, 100] }], [], FRAME);
    expect([word?.x, word?.y]).toEqual([114, 83]);
  });

  it('keep off the edge, off marks and off each other', () => {
    const words = placeLabels(
      [
        { text: 'robot start · P-Init', at: [250, 100] },
        { text: 'person', at: [130, 100] },
      ],
      [{ x: 150, y: 90, width: 44, height: 18 }],
      FRAME,
    );
    for (const word of words) expect(word.x + word.width).toBeLessThanOrEqual(300);
    const [robot, person] = words;
    expect(robot && person && overlap(robot, person)).toBe(0);
    expect(words.every((word) => overlap(word, { x: 150, y: 90, width: 44, height: 18 }) === 0)).toBe(true);
  });
});
