import { describe, expect, it } from 'vitest';
import { aboutWords, eventWords, kindWords, placeOf } from './audit';

describe('events of the audit log', () => {
  it('are read as words', () => {
    expect(eventWords('item.draft_discarded')).toBe('Item draft discarded');
    expect(eventWords('review_decision_final')).toBe('Review decision final');
  });

  it('say what was changed as what it was and what it became', () => {
    expect(aboutWords({ kind: 'item', before: { lease_minutes: 1 }, after: { lease_minutes: 10 } })).toBe(
      'kind: item, lease minutes: 1 → 10',
    );
    expect(aboutWords({ before: ['reviewer'], after: [], note: '' })).toBe('reviewer → none');
    expect(kindWords('reviews.ReviewPolicy')).toBe('review policy');
  });

  it('lead to the page of their thing, where it has one', () => {
    expect(placeOf('questions.Item', '7')).toBe('items/7');
    expect(placeOf('accounts.Token', '7')).toBeNull();
  });
});
