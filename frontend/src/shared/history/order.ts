import type { HistoryRevision, HistoryRound } from './api';

export type Entry =
  | { kind: 'revision'; revision: HistoryRevision; before: HistoryRevision | null }
  | { kind: 'round'; round: HistoryRound };

/** Each revision with the rounds that judged it, in the order in which it went. */
export function entriesOf(revisions: readonly HistoryRevision[], rounds: readonly HistoryRound[]): Entry[] {
  return revisions.flatMap((revision, i) => [
    { kind: 'revision' as const, revision, before: revisions[i - 1] ?? null },
    ...rounds
      .filter((round) => round.revision === revision.number)
      .map((round) => ({ kind: 'round' as const, round })),
  ]);
}

const OUTCOMES: Record<string, string> = {
  KEPT: 'All accept: kept',
  REMOVED: 'Removed',
  RETURNED: 'Split: back to the author',
  VOID: 'Called off',
};
export const outcomeWords = (round: Pick<HistoryRound, 'state' | 'outcome'>): string =>
  round.outcome ? (OUTCOMES[round.outcome] ?? round.outcome) : 'Under way';
