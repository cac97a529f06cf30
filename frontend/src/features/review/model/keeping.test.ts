import { describe, expect, it } from 'vitest';
import { Journal } from './journal';
import { emptyForm, reduce } from './judging';
import { leaseFor, Outbox } from './outbox';
import type { NextLease, Reply, Sending } from './outbox';
import {
  afterBreak,
  afterVerdict,
  breakDue,
  freshPace,
  minutesSinceBreak,
  signOfLife,
} from '../../../shared/pace/pace';

/** Storage with room for a given number of characters. */
class SmallStorage implements Storage {
  [name: string]: unknown;
  constructor(room = Infinity) {
    Object.defineProperty(this, 'room', { value: room });
  }
  get length() {
    return Object.keys(this).length;
  }
  key(index: number) {
    return Object.keys(this)[index] ?? null;
  }
  getItem(name: string) {
    return (this[name] as string | undefined) ?? null;
  }
  setItem(name: string, value: string) {
    const others = Object.keys(this)
      .filter((key) => key !== name)
      .reduce((sum, key) => sum + String(this[key]).length, 0);
    if (others + value.length > (this.room as number)) throw new DOMException('full', 'QuotaExceededError');
    this[name] = value;
  }
  removeItem(name: string) {
    delete this[name];
  }
  clear() {
    for (const key of Object.keys(this)) delete this[key];
  }
}

const FORM = reduce(emptyForm([{ id: 'q', label: 'Q', reasons: [] }]), {
  type: 'note',
  text: 'the left hand',
});
const entry = (saved_at: string) => ({
  form: FORM,
  watched: [[0, 9]] as [number, number][],
  lease: 'lease-1' as string | null,
  saved_at,
});
const sent = (next: NextLease | null): Reply => ({ outcome: 'sent', next, decision: 'd', lease: 'l' });
const sending = (key: string): Sending => ({
  key,
  lease: `lease-${key}`,
  subject: `subject-${key}`,
  batch: 'b',
  kind: 'decision',
  verdict: 'accept',
  body: { judgements: {}, note: `note ${key}`, pins: [] },
  made_at: '2026-01-01T00:00:00Z',
});

describe('journal (RV32)', () => {
  it('gives back what was typed, per person and lease', () => {
    const store = new SmallStorage();
    new Journal(store, 'ines').write('a', entry('1'));
    expect(new Journal(store, 'ines').read('a')).toEqual(entry('1'));
    expect(new Journal(store, 'omar').read('a')).toBeNull();
    expect(new Journal(store, 'ines').read('b')).toBeNull();
  });

  it('survives damage', () => {
    const store = new SmallStorage();
    store.setItem('affectory.review.ines.form.a', '{"form":');
    expect(new Journal(store, 'ines').read('a')).toBeNull();
  });

  it('makes room by dropping the oldest, and says so when there is none at all', () => {
    const size = JSON.stringify(entry('1')).length;
    const journal = new Journal(new SmallStorage(size * 2), 'ines');
    for (const saved of ['1', '2', '3']) expect(journal.write(saved, entry(saved))).toBe(true);
    expect(journal.read('1')).toBeNull();
    expect(journal.read('3')).not.toBeNull();
    expect(new Journal(new SmallStorage(10), 'ines').write('a', entry('1'))).toBe(false);
  });
});

describe('outbox (RV33)', () => {
  it('keeps order, stops while offline and goes on later', async () => {
    const box = new Outbox(new SmallStorage(), 'ines');
    box.add(sending('1'));
    box.add(sending('2'));
    const tried: string[] = [];
    let online = false;
    const send = async (item: Sending): Promise<Reply> => {
      tried.push(item.key);
      return online ? sent(null) : { outcome: 'offline' };
    };
    expect((await box.flush(send, () => undefined)).left).toBe(2);
    online = true;
    expect(await box.flush(send, () => undefined)).toEqual({ last: sent(null), left: 0 });
    expect(tried).toEqual(['1', '1', '2']);
  });

  it('hands over a refused one with its words and sends the rest', async () => {
    const box = new Outbox(new SmallStorage(), 'ines');
    box.add(sending('1'));
    box.add(sending('2'));
    const refused: string[] = [];
    const send = async (item: Sending): Promise<Reply> =>
      item.key === '1'
        ? { outcome: 'refused', status: 409, code: 'lease.ended', detail: 'Ended.' }
        : sent(null);
    await box.flush(send, (item) => refused.push((item.body as { note: string }).note));
    expect(refused).toEqual(['note 1']);
    expect(box.all()).toEqual([]);
  });
});

describe('verdicts on what was shown ahead of its lease (RV33, RV38)', () => {
  it('go out under the lease that the reply before them brought', async () => {
    const box = new Outbox(new SmallStorage(), 'ines');
    box.add(sending('1'));
    box.add({ ...sending('2'), lease: null });
    const under: string[] = [];
    await box.flush(
      async (item, next) => {
        const found = leaseFor(item, next);
        under.push('lease' in found ? found.lease : found.code);
        return sent({ id: 'new', subject: 'subject-2' });
      },
      () => undefined,
    );
    expect(under).toEqual(['lease-1', 'new']);
  });

  it('are refused, with their words, when somebody else was given it meanwhile', () => {
    const early = { ...sending('2'), lease: null };
    expect(leaseFor(early, { id: 'new', subject: 'another' })).toMatchObject({
      outcome: 'refused',
      code: 'review.went_to_somebody_else',
    });
    expect(leaseFor(early, null)).toMatchObject({ outcome: 'refused' });
  });

  it('are taken out again, the last one first', () => {
    const box = new Outbox(new SmallStorage(), 'ines');
    box.add(sending('1'));
    box.add(sending('2'));
    expect(box.pop()?.key).toBe('2');
    expect(box.all().map(({ key }) => key)).toEqual(['1']);
    box.pop();
    expect(box.pop()).toBeNull();
  });

  it('leave a form that belongs to their lease, and to no other', () => {
    const journal = new Journal(new SmallStorage(), 'ines');
    journal.write('s', { ...entry('1'), lease: null });
    expect(journal.readFor('s', null)).not.toBeNull();
    journal.bind('s', 'lease-9');
    expect(journal.readFor('s', 'lease-9')).not.toBeNull();
    expect(journal.readFor('s', 'lease-10')).toBeNull();
    expect(journal.underLease('lease-9')?.form.note).toBe('the left hand');
    expect(journal.underLease('lease-10')).toBeNull();
  });
});

describe('pace (RV36)', () => {
  it('counts active time only and asks for a break after 45 minutes of it', () => {
    let pace = freshPace(0);
    for (let minute = 1; minute <= 44; minute += 1) pace = signOfLife(pace, minute * 60_000);
    expect(breakDue(pace, 45)).toBeNull();
    pace = signOfLife(pace, 100 * 60_000); // 56 idle minutes count nothing
    expect(minutesSinceBreak(pace)).toBe(44);
    pace = signOfLife(pace, 101 * 60_000);
    expect(breakDue(pace, 45)).toEqual({ minutes: 5, why: 'time' });
    expect(breakDue(afterBreak(pace), 45)).toBeNull();
  });

  it('suggests a long one after two hours', () => {
    expect(breakDue({ active_s: 7200, since_s: 2700, last_at: 0 }, 45)).toEqual({ minutes: 15, why: 'time' });
  });

  it('suggests a pause after 25 same verdicts in a row, once', () => {
    let pace = freshPace(0);
    for (let i = 0; i < 24; i += 1) pace = afterVerdict(pace, 'accept');
    expect(breakDue(pace, 45)).toBeNull();
    expect(breakDue(afterVerdict(pace, 'reject'), 45)).toBeNull();
    pace = afterVerdict(pace, 'accept');
    expect(breakDue(pace, 45)).toEqual({ minutes: 5, why: 'row' });
    expect(breakDue(afterBreak(pace), 45)).toBeNull();
  });
});
