import { describe, expect, it } from 'vitest';
import type { HistoryRevision, HistoryRound } from './api';
import { entriesOf, outcomeWords } from './order';

const revision = (number: number) => ({ number }) as HistoryRevision;
const round = (number: number, of: number) => ({ number, revision: of }) as HistoryRound;

describe('the time line of an item', () => {
  it('puts each round behind the revision that it judged', () => {
    const entries = entriesOf([revision(1), revision(2), revision(3)], [round(1, 1), round(2, 3)]);
    expect(
      entries.map((e) => (e.kind === 'round' ? `round ${e.round.number}` : `revision ${e.revision.number}`)),
    ).toEqual(['revision 1', 'round 1', 'revision 2', 'revision 3', 'round 2']);
    expect(entries[2]).toMatchObject({ before: { number: 1 } });
  });

  it('says how a round ended', () => {
    expect(outcomeWords({ state: 'OPEN', outcome: null })).toBe('Under way');
    expect(outcomeWords({ state: 'CLOSED', outcome: 'RETURNED' })).toBe('Split: back to the author');
  });
});
