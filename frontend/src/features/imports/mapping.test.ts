import { describe, expect, it } from 'vitest';
import { EMPTY_HAND, EMPTY_NAMES, ExtraError, mappingText, namesText } from './mapping';

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
  it('takes yes and no for rights, as the form says, beside further rules', () => {
    const columns = { may_redistribute: 'shared' };
    const extra = '{"values":{"label":{"A":"angry"}}}';
    expect(JSON.parse(mappingText('hand', { ...EMPTY_HAND, columns, extra })).values).toEqual({
      may_redistribute: { yes: 'media', no: 'annotations' },
      label: { A: 'angry' },
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
  it('says unit and axis with a preset too', () => {
    const measures = { unit: 'centimetre', upAxis: 'Z' };
    const constants = { unit: 'centimetre', up_axis: 'Z' };
    expect(JSON.parse(mappingText('auto', EMPTY_HAND, measures))).toEqual({ constants });
    expect(JSON.parse(mappingText('affectory', EMPTY_HAND, measures))).toEqual({
      preset: 'affectory',
      constants,
    });
  });
});

describe('names of files', () => {
  it('sends a preset with what differs from it, or a pattern of one’s own', () => {
    const kdae = { ...EMPTY_NAMES, preset: 'kdae-names', pattern: '{performer:3}.bvh', labelPreset: 'kdae' };
    expect(JSON.parse(namesText({ ...kdae, licence: ' CC0 ' }))).toEqual({
      preset: 'kdae-names',
      file_pattern: '{performer:3}.bvh',
      label_preset: 'kdae',
      constants: { licence: 'CC0' },
    });
    expect(JSON.parse(namesText({ ...kdae, preset: 'own' })).preset).toBeUndefined();
    expect(JSON.parse(namesText(EMPTY_NAMES))).toEqual({ label_preset: 'free', constants: {} });
  });
});
