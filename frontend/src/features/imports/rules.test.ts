import { describe, expect, it } from 'vitest';
import { rulesOf } from './rules';

describe('label mapping', () => {
  it('writes a label or a reason for each source label, never both', () => {
    const sources = [
      { source_label: 'Bow/Angry' },
      { source_label: 'surprise' },
      { source_label: '' },
      { source_label: 'odd' },
    ];
    const choices = {
      'Bow/Angry': { label: 'angry', reason: 'old' },
      surprise: { label: '', reason: ' no counterpart ' },
      '': { label: '', reason: 'x' },
      odd: { label: '', reason: '' },
    };
    expect(rulesOf(sources, choices)).toEqual({
      labels: { 'bow/angry': 'angry' },
      exclusions: { surprise: 'no counterpart' },
    });
  });
});
