import { describe, expect, it } from 'vitest';
import { guessColumns } from './header';

describe('manifest header', () => {
  it('guesses columns without using one twice', () => {
    expect(
      guessColumns(['file', 'origin', 'redistributable', 'source_label', 'five_class', 'performer']),
    ).toEqual({
      file: 'file',
      collection: 'origin',
      may_redistribute: 'redistributable',
      source_label: 'source_label',
      label: 'five_class',
      performer: 'performer',
    });
  });
});
