import { describe, expect, it } from 'vitest';
import { bodyOf, termsOf } from './terms';

describe('terms', () => {
  it('tells no from nothing said, there and back', () => {
    for (const may_send_to_external_model of [true, false, null]) {
      const given = {
        licence: 'CC0',
        may_redistribute: '',
        may_send_to_external_model,
        consent_reference: 'p. 12',
        consent_terms: '',
        consented_on: null,
      };
      expect(bodyOf(termsOf(given))).toEqual(given);
    }
  });
});
