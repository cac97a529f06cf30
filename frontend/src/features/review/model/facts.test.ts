import { describe, expect, it } from 'vitest';
import { boundText, measuredFacts, quantity, summary } from './facts';

describe('facts', () => {
  it('writes quantities for people', () => {
    expect(quantity(0.444, 'share')).toBe('44 %');
    expect(quantity(170.2, 'deg')).toBe('170°');
    expect(quantity(3.42, 'm')).toBe('3.4 m');
    expect(quantity(0.312, 'm')).toBe('0.31 m');
    expect(quantity(null, 'm')).toBe('not measured');
    expect(quantity(2.3456, 'cm')).toBe('2.35 cm');
  });

  it('writes bounds with one unit', () => {
    expect(boundText(2, 6, 'm')).toBe('2.0–6.0 m');
    expect(boundText(0.3, 0.7, 'share')).toBe('30–70 %');
    expect(boundText(120, null, 'deg')).toBe('≥ 120°');
    expect(boundText(null, 0.5, 'share')).toBe('≤ 50 %');
    expect(boundText(null, null, 'm')).toBe('');
  });

  it('reads plain numbers and numbers with bounds', () => {
    const facts = measuredFacts({ measured: { bearing_deg: { value: 170, low: 120 }, distance_m: 3.4, family: 'x', visible_fraction: { value: 0.2, low: 0.3, high: 0.7 } } });
    expect(facts.map((fact) => [fact.label, fact.value, fact.bound, fact.outcome])).toEqual([
      ['Bearing', '170°', '≥ 120°', 'pass'],
      ['Distance', '3.4 m', '', 'info'],
      ['Visible, mean', '20 %', '30–70 %', 'fail'],
    ]);
  });

  it('counts outcomes', () => {
    const check = (outcome: string) => ({ id: outcome, value: 1, unit: '', outcome });
    expect(summary([check('pass'), check('PASS'), check('warn')])).toBe('2 pass, 1 warns');
  });
});
