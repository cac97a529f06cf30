import { describe, expect, it } from 'vitest';
import { bounds, figure, figureOfGroup, groupName } from './figures';

describe('episode figures', () => {
  it('writes units as people read them', () => {
    expect([
      figure(170.2, 'deg'),
      figure(0.442, 'fraction'),
      figure(3.42, 'm'),
      figure(0.31, 'm'),
      figure(null, 'm'),
      figure(7, ''),
    ]).toEqual(['170°', '44 %', '3.4 m', '0.31 m', 'not measured', '7']);
  });
  it('writes bounds', () => {
    expect(bounds({ low: 2, high: 6, unit: 'm' })).toBe('2.0 m to 6.0 m');
    expect(bounds({ low: 120, high: null, unit: 'deg' })).toBe('at least 120°');
    expect(bounds({ low: null, high: 0.02, unit: 'm' })).toBe('at most 0.02 m');
    expect(bounds({ low: null, high: null, unit: '' })).toBe('');
  });
  it('tells what to expect of a group', () => {
    const group = {
      name: 'sit',
      family: 'action_grounded',
      asked: 40,
      tried: 20,
      candidates: 30,
      accepted: 18,
      refused: {},
      expected: 36,
      expected_low: 30,
      expected_high: 39,
      reasons: [],
    };
    expect(figureOfGroup(group, false)).toBe('expected 36 (30 to 39)');
    expect(figureOfGroup({ ...group, expected_low: 36, expected_high: 36 }, false)).toBe('expected 36');
    expect(figureOfGroup({ ...group, expected: null }, false)).toBe('expected: not known');
    expect(figureOfGroup(group, true)).toBe('composed 18');
    expect([groupName('dyad_either'), groupName('far_visible')]).toEqual([
      'Two people, asked about either',
      'Far visible',
    ]);
  });
});
