import { describe, expect, it } from 'vitest';
import { eventWords, placeOf } from './audit';

describe('events of the audit log', () => {
  it('are read as words', () => {
    expect(eventWords('item.draft_discarded')).toBe('Item draft discarded');
    expect(eventWords('review_decision_final')).toBe('Review decision final');
  });

  it('lead to the page of their thing, where it has one', () => {
    expect(placeOf('questions.Item', '7')).toBe('items/7');
    expect(placeOf('accounts.Token', '7')).toBeNull();
  });
});
