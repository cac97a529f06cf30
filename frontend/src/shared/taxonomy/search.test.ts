import { describe, expect, it } from 'vitest';
import { added, boundsWords, fold, hit, matching } from './search';

const category = (label: string, definition = '') => ({ id: label.toLowerCase(), label, definition });
const ALL = [
  category('Surprise', 'Struck by something that was not expected.'),
  category('Confidence', 'Sure of oneself.'),
  category('Doubt/Confusion', 'Unsure what to think.'),
  category('Disconnection', 'Bored, distracted.'),
  category('Embarrassment', 'Ashamed.'),
  category('Esteem', 'A high opinion.'),
];
const found = (letters: string) => matching(ALL, letters).map((c) => c.label);

describe('the filter of the picker (TX10)', () => {
  it('shows all labels from A to Z while nothing is typed', () => {
    expect(found('  ')).toEqual([
      'Confidence',
      'Disconnection',
      'Doubt/Confusion',
      'Embarrassment',
      'Esteem',
      'Surprise',
    ]);
  });

  it('puts beginnings before the insides of words, and definitions last', () => {
    expect(found('con')).toEqual(['Confidence', 'Disconnection', 'Doubt/Confusion']);
    expect(found('e').slice(0, 2)).toEqual(['Embarrassment', 'Esteem']);
    expect(found('bored')).toEqual(['Disconnection']);
    expect(found('xyz')).toEqual([]);
  });

  it('does not look into definitions for one or two letters', () => {
    // "sh" stands in the definition of Embarrassment only.
    expect(found('sh')).toEqual([]);
    expect(found('sha')).toEqual(['Embarrassment']);
  });

  it('takes letters with and without their marks for the same', () => {
    expect(fold(' Ésteem ')).toBe('esteem');
    expect(found('ést')).toEqual(['Esteem']);
    expect(matching([category('Gêne')], 'gen')).toHaveLength(1);
  });

  it('says where the letters stand', () => {
    expect(hit('Doubt/Confusion', 'CONF')).toEqual([6, 10]);
    expect(hit('Gêne', 'gene')).toEqual([0, 4]);
    expect(hit('Esteem', 'opinion')).toBeNull();
    expect(hit('Esteem', '')).toBeNull();
  });
});

describe('what is chosen', () => {
  it('holds a label once and no more than allowed', () => {
    expect(added(['fear'], 'anger')).toEqual(['fear', 'anger']);
    expect(added(['fear'], 'fear')).toEqual(['fear']);
    expect(added(['fear', 'anger'], 'pain', 2)).toEqual(['fear', 'anger']);
  });

  it('says its bounds in words', () => {
    expect(boundsWords(1)).toBe('at least 1');
    expect(boundsWords(1, 3)).toBe('at least 1, at most 3');
    expect(boundsWords(2, 2)).toBe('exactly 2');
    expect(boundsWords(0)).toBe('');
  });
});
