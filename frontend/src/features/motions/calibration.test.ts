import { describe, expect, it } from 'vitest';
import { crossed, settingLine } from './calibration';

describe('thresholds tried out', () => {
  it('must warn before they fail, whichever way is bad', () => {
    expect(crossed('above', { warn: 0.2, fail: 0.4 })).toBe(false);
    expect(crossed('above', { warn: 0.5, fail: 0.4 })).toBe(true);
    expect(crossed('below', { warn: 0.5, fail: 1 })).toBe(true);
    expect(crossed('below', { warn: null, fail: 1 })).toBe(false);
  });

  it('are written as the installation reads them', () => {
    expect(settingLine('foot_slide_m_per_s', { warn: 0.3, fail: null })).toBe(
      'MOTION_CHECK_LIMITS = {"foot_slide_m_per_s": (0.3, None)}',
    );
  });
});
