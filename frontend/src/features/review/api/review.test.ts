import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Sending } from '../model/outbox';
import { deliver } from './review';

const SENDING: Sending = {
  key: 'k',
  lease: 'l1',
  subject: 's',
  batch: 'b',
  kind: 'decision',
  verdict: 'accept',
  body: { judgements: {}, note: '', pins: [] },
  untold: true,
  made_at: '2026-01-01T00:00:00Z',
};

/** Answers by the end of the address; what was asked for, in its order. */
function server(answers: Record<string, number>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    const end = url.split('/').at(-1) ?? '';
    asked.push(end);
    const status = answers[end] ?? 200;
    if (status === 0) throw new TypeError('offline');
    return new Response(JSON.stringify({ next: null, decision: { id: 'd' }, code: 'x', detail: 'No.' }), {
      status,
    });
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe('RV47: what was uncovered is told before its verdict', () => {
  it('goes first, and only where the server does not know yet', async () => {
    const asked = server({});
    expect((await deliver('lab', SENDING, null)).outcome).toBe('sent');
    expect((await deliver('lab', { ...SENDING, untold: false }, null)).outcome).toBe('sent');
    expect(asked).toEqual(['reveal', 'decision', 'decision']);
  });

  it('keeps the verdict back while the network is away', async () => {
    const asked = server({ reveal: 0 });
    expect((await deliver('lab', SENDING, null)).outcome).toBe('offline');
    expect(asked).toEqual(['reveal']);
  });

  it('leaves what a lease that is over means to the verdict itself', async () => {
    const asked = server({ reveal: 409, decision: 409 });
    expect((await deliver('lab', SENDING, null)).outcome).toBe('refused');
    expect(asked).toEqual(['reveal', 'decision']);
  });
});
