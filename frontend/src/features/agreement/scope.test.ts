import { describe, expect, it } from 'vitest';
import { asQuery, scopeOf, thingsOf } from './scope';

describe('the scope of the agreement page', () => {
  it('reads the address, and begins with G1 where there are items', () => {
    const scope = scopeOf(new URLSearchParams('type=emotion+cause&judgement=answer&other=1'), 'longemo');
    expect(scope).toEqual({
      kind: 'item',
      granularity: 'clip',
      type: 'emotion cause',
      judgement: 'answer',
      batch: '',
    });
    expect(asQuery(scope)['batch']).toBeNull();
    expect(scopeOf(new URLSearchParams('granularity=episode'), 'affectsim').granularity).toBe('');
  });
  it('names what is counted', () => {
    expect(thingsOf({ kind: 'item', granularity: 'episode' })[1]).toBe('G2 items');
    expect(thingsOf({ kind: 'episode', granularity: '' })[0]).toBe('episode');
  });
});
