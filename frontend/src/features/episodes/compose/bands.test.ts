import { describe, expect, it } from 'vitest';
import { flowPaths, ROW_PX } from './bands';

describe('the drawing of a flow', () => {
  it('parts the stack by counts and gives every row its place', () => {
    const [fit, out] = flowPaths([30, 10], 40, 100);
    // 52 px of stack: 39 for the first band, 13 for the second.
    expect(fit).toBe('M0,4 C50,4 50,4 100,4 L100,26 C50,26 50,43 0,43 Z');
    expect(out).toBe(`M0,43 C50,43 50,38.5 100,38.5 L100,51.5 C50,51.5 50,56 0,56 Z`);
    expect(ROW_PX).toBe(30);
  });
  it('keeps a single one among thousands visible, and none invisible', () => {
    const [, one, none] = flowPaths([9999, 1, 0], 10_000, 100);
    expect(one).toContain('L100,45.8');
    expect(none).toMatch(/^M0,([\d.]+) .* 0,\1 Z$/);
  });
});
