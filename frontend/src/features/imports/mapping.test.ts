import { describe, expect, it } from 'vitest';
import { EMPTY_HAND, ExtraError, mappingText } from './mapping';

describe('column mapping', () => {
  it('sends nothing, a preset’s id or an object', () => {
    expect(mappingText('auto', EMPTY_HAND)).toBe('');
    expect(mappingText('public-index', EMPTY_HAND)).toBe('"public-index"');
    const hand = {
      ...EMPTY_HAND,
      columns: { file: 'name', performer: '' },
      licence: 'CC0',
      mayRedistribute: 'media',
      extra: '{"values":{"label":{"A":"angry"}}}',
    };
    expect(JSON.parse(mappingText('hand', hand))).toEqual({
      columns: { file: 'name' },
      constants: { licence: 'CC0', may_redistribute: 'media' },
      label_preset: 'free',
      values: { label: { A: 'angry' } },
    });
  });
  it('lets a column win over the same for all', () => {
    expect(
      JSON.parse(mappingText('hand', { ...EMPTY_HAND, columns: { licence: 'lic' }, licence: 'CC0' }))
        .constants,
    ).toEqual({});
  });
  it('says what is wrong with further rules', () => {
    expect(() => mappingText('hand', { ...EMPTY_HAND, extra: '{' })).toThrow(ExtraError);
    expect(() => mappingText('hand', { ...EMPTY_HAND, extra: '[]' })).toThrow(ExtraError);
  });
});
