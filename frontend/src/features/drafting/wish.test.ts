import { describe, expect, it } from 'vitest';
import type { Drafters } from './api';
import { FIRST, toRequest } from './wish';

const DRAFTERS: Drafters = {
  drafters: [
    { id: 'openai-1', title: 'A model', about: '', uses_model: true },
    { id: 'cuts-1', title: 'Cuts', about: '', uses_model: false },
  ],
  endpoints: [],
  prompts: ['g1-1'],
  tasks: [
    { type: 'emotion cause', summary: '' },
    { type: 'emotion influence', summary: '' },
  ],
  options: { target_s: 12, seed: null },
  max_per_video: 100,
};

describe('what is asked for', () => {
  it('begins without a model', () => {
    expect(FIRST(DRAFTERS).drafter).toBe('cuts-1');
  });

  it('sends what was typed as numbers and what is empty as nothing', () => {
    const wish = {
      ...FIRST(DRAFTERS),
      tokens: '2 000,000',
      money: ' 1.50 ',
      options: { target_s: '9', seed: '' },
    };
    expect(toRequest(wish)).toMatchObject({
      per_video: 2,
      options: { target_s: 9, seed: null },
      limit_tokens: 2_000_000,
      limit_money: '1.50',
      videos: null,
    });
  });

  it('sends filters only for all videos and ids only for chosen ones', () => {
    const wish = { ...FIRST(DRAFTERS), which: 'chosen' as const, chosen: ['a'], search: 'reel' };
    expect(toRequest(wish)).toMatchObject({ videos: ['a'], search: '' });
  });
});
