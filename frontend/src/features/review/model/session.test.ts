import { describe, expect, it } from 'vitest';
import type { Lease, Upcoming } from '../api/types';
import { begin, isAhead, step, type Session } from './session';
import { ITEM } from './testing';

const upcoming = (subject: string): Upcoming => ({
  kind: 'item',
  item: { ...ITEM, question: `${subject}?` },
  subject,
  batch: 'b',
  judgements: [],
  skip_reasons: [],
  policy: { break_minutes: 45, fold_checks: false, lease_minutes: 15 },
});
const leased = (subject: string, position = 1): Lease => ({
  ...upcoming(subject),
  id: `lease-${subject}`,
  state: 'OPEN',
  expires_at: '2026-01-01T12:00:00Z',
  position,
  total: 3,
  decision: null,
});
const at = (...subjects: string[]): Session =>
  step(begin(leased('a')), { type: 'ahead', of: 'lease-a', list: subjects.map(upcoming) });

describe('from one to the next (RV38)', () => {
  it('shows the next one before the verdict has gone out, and its lease takes its place unseen', () => {
    const decided = step(at('b', 'c'), { type: 'decided' });
    expect(isAhead(decided.current)).toBe(true);
    expect(decided.current).toMatchObject({ subject: 'b', position: 2, total: 3, decision: null });
    const confirmed = step(decided, { type: 'leased', lease: leased('b', 2) });
    expect(confirmed.current.id).toBe('lease-b');
    expect(confirmed.exchanged).toBe(false);
    expect('item' in confirmed.current && 'item' in decided.current).toBe(true);
    if (confirmed.current.kind === 'item' && decided.current.kind === 'item')
      expect(confirmed.current.item).toBe(decided.current.item);
    expect(confirmed.next.map(({ subject }) => subject)).toEqual(['c']);
  });

  it('exchanges it when somebody else was faster, and says so', () => {
    const decided = step(at('b', 'c'), { type: 'decided' });
    const other = step(decided, { type: 'leased', lease: leased('c', 2) });
    expect(other).toMatchObject({ exchanged: true, current: { subject: 'c', id: 'lease-c' } });
    expect(other.next).toEqual([]);
  });

  it('waits for the reply when nothing is there to show', () => {
    const waiting = step(begin(leased('a')), { type: 'decided' });
    expect(waiting).toMatchObject({ waiting: true, current: { subject: 'a' } });
    const next = step(waiting, { type: 'leased', lease: leased('b', 2) });
    expect(next).toMatchObject({ waiting: false, exchanged: false, current: { subject: 'b' } });
  });

  it('does not go back to what was decided in the meantime', () => {
    const two = step(step(at('b', 'c'), { type: 'decided' }), { type: 'decided' });
    expect(two.current.subject).toBe('c');
    expect(step(two, { type: 'leased', lease: leased('b', 2) })).toBe(two);
    const late = step(two, { type: 'ahead', of: '', list: [upcoming('a'), upcoming('b'), upcoming('d')] });
    expect(late.next.map(({ subject }) => subject)).toEqual(['d']);
  });

  it('takes back: the last one is there again, and the one shown since comes after it', () => {
    const decided = step(step(at('b', 'c'), { type: 'decided' }), { type: 'leased', lease: leased('b', 2) });
    const back = step(decided, { type: 'returned', lease: leased('a') });
    expect(back.current.subject).toBe('a');
    expect(back.next.map(({ subject }) => subject)).toEqual(['b', 'c']);
    expect(back.sent).toEqual([]);
  });

  it('knows nothing of a list that belongs to another lease', () => {
    const session = at('b');
    expect(step(session, { type: 'ahead', of: 'lease-x', list: [] })).toBe(session);
  });
});
