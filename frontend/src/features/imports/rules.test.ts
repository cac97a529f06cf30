import { describe, expect, it } from 'vitest';
import { choicesOf, rulesOf } from './rules';

describe('label mapping', () => {
  it('keeps what was chosen while the rest follows what somebody else saved', () => {
    const saved = [
      { source_label: 'joy', label: '', exclusion_reason: 'unclear' },
      { source_label: 'calm', label: 'neutral', exclusion_reason: '' },
    ];
    expect(choicesOf(saved, { joy: { label: 'happy', reason: 'unclear' } })).toEqual({
      joy: { label: 'happy', reason: 'unclear' },
      calm: { label: 'neutral', reason: '' },
    });
  });

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
