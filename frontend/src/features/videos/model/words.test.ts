import { describe, expect, it } from 'vitest';
import { fraction, lengthWords, rateWords, sizeWords } from './words';

describe('facts about a video', () => {
  it('writes exact rates as people say them', () => {
    expect(['24000/1001', '25/1', '30400000/1221183', '25', '', '1/0', null].map(rateWords)).toEqual([
      '23.976 fps',
      '25 fps',
      '24.894 fps',
      '25 fps',
      '–',
      '–',
      '–',
    ]);
    expect(fraction('37/25')).toBe(1.48);
  });
  it('writes lengths without needless hours', () => {
    expect([9.64, 1240.4, 3723, 0.1, 0, null].map(lengthWords)).toEqual([
      '0:10',
      '20:40',
      '1:02:03',
      '0.1 s',
      '0:00',
      '–',
    ]);
    expect([sizeWords(1920, 1080), sizeWords(null, 2)]).toEqual(['1920 × 1080', '–']);
  });
});
