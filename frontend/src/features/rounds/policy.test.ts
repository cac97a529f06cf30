import { describe, expect, it } from 'vitest';
import { changesOf, fieldsOf, policySentences } from './policy';
import type { Policy } from './types';

const ITEMS: Policy = {
  kind: 'item',
  reviewers: 2,
  fresh_reviewers: true,
  round_limit: 3,
  covers_answer: true,
  order: 'video',
  most_per_person: 0,
  lease_minutes: 15,
  hides_checks: false,
  opens_by_itself: true,
};
const EPISODES: Policy = { ...ITEMS, kind: 'episode', round_limit: 1, order: 'random', most_per_person: 200 };

describe('the policy in plain words', () => {
  it('says what becomes of an item', () => {
    expect(policySentences(ITEMS)).toEqual([
      'Two reviewers judge each item, each alone and seeing nothing of the other.',
      'It is kept if both accept it and removed if none does; if they differ, it goes back to its author with all reasons and no names.',
      'A new revision is judged anew by reviewers who have not had it before. What is not accepted by all in round three is removed.',
      'They come in the order of the video, 15 minutes are kept for each, the reference answer is covered until the reviewer asks for it, and everybody may go on as long as there are any.',
    ]);
  });

  it('says that an episode has one round', () => {
    expect(policySentences(EPISODES)).toEqual([
      'Two reviewers judge each episode, each alone and seeing nothing of the other.',
      'It is kept if both accept it, else it is removed with all reasons.',
      'They come in an order of their own for everybody, 15 minutes are kept for each, and nobody is given more than 200 episodes of a batch.',
    ]);
  });

  it('knows that one reviewer is never split', () => {
    expect(policySentences({ ...ITEMS, reviewers: 1 })).toHaveLength(3);
  });

  it('offers each kind its own fields and sends only what changed', () => {
    expect(fieldsOf('episode').map(({ name }) => name)).not.toContain('covers_answer');
    expect(fieldsOf('item').map(({ name }) => name)).not.toContain('hides_checks');
    expect(changesOf(ITEMS, { ...ITEMS, reviewers: 3 })).toEqual({ reviewers: 3 });
    expect(changesOf(ITEMS, ITEMS)).toEqual({});
  });
});
