/** Words and order of the queue. */
import { plural } from '../../../shared/lib/format';
import type { Batch } from '../api/types';
import type { Kind } from './judging';

export const KINDS: Record<Kind, { title: string; one: string }> = {
  item: { title: 'Items', one: 'item' },
  episode: { title: 'Episodes', one: 'episode' },
};

/** Kind by kind, as the table shows them; within a kind as the server orders them. */
export function inOrder(batches: readonly Batch[]): Batch[] {
  return (Object.keys(KINDS) as Kind[]).flatMap((kind) => batches.filter((batch) => batch.kind === kind));
}

/** "12 items and 3 episodes"; kinds with none are left out. */
export function countOf(batches: readonly Pick<Batch, 'kind' | 'waiting_for_you'>[]): string {
  const parts = (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
    const waiting = batches
      .filter((batch) => batch.kind === kind)
      .reduce((sum, batch) => sum + batch.waiting_for_you, 0);
    return waiting > 0 ? [plural(waiting, KINDS[kind].one)] : [];
  });
  return parts.join(' and ');
}
