import { describe, expect, it } from 'vitest';
import { boundText, frameOf, measuredFacts, quantity, summary } from './facts';

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
    expect(boundText(120, 180, 'deg')).toBe('≥ 120°');
    expect(boundText(0.7, 1, 'share')).toBe('≥ 70 %');
    expect(boundText(null, 0.5, 'share')).toBe('≤ 50 %');
    expect(boundText(null, null, 'm')).toBe('');
  });

  it('shows what was measured, with the bounds it had to meet', () => {
    const measured = {
      bearing: { label: 'Bearing', value: 170.2, unit: 'deg', low: 120, high: null, outcome: 'pass' },
      visible: { label: 'Visible', value: 0.2, unit: 'share', low: 0.3, high: 0.7, outcome: 'fail' },
    };
    expect(measuredFacts(measured).map((fact) => [fact.label, fact.value, fact.bound, fact.outcome])).toEqual(
      [
        ['Bearing', '170°', '≥ 120°', 'pass'],
        ['Visible', '20 %', '30–70 %', 'fail'],
      ],
    );
  });

  it('knows where a check does not hold', () => {
    const check = {
      id: 'foot_slide',
      value: 2.3,
      unit: 'cm',
      outcome: 'warn',
      spans: [[64, 70]] as [number, number][],
    };
    expect(frameOf(check)).toBe(64);
    expect(frameOf({ ...check, frame: 3 })).toBe(3);
    expect(frameOf({ ...check, outcome: 'pass' })).toBeNull();
  });

  it('counts outcomes', () => {
    const check = (outcome: string) => ({ id: outcome, value: 1, unit: '', outcome });
    expect(summary([check('pass'), check('PASS'), check('warn')])).toBe('2 pass, 1 warns');
  });
});
