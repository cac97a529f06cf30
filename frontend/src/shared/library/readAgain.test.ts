import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { readLongAgain } from './api';

afterEach(() => vi.unstubAllGlobals());

/** A server whose rows change; each request is answered with what it held when it was asked, as late as one likes. */
function server() {
  const waiting: (() => void)[] = [];
  const held = { row: 'old' };
  vi.stubGlobal('fetch', () => {
    const body = JSON.stringify({ results: [{ id: held.row }], next: null, previous: null, count: null });
    return new Promise((done) => waiting.push(() => done(new Response(body))));
  });
  return { held, answer: (nth: number) => waiting[nth]?.(), asked: () => waiting.length };
}

it('what an older reading brings does not stay', async () => {
  const client = new QueryClient();
  const key = ['rows', '/episodes', ''];
  const first = () =>
    client.getQueryData<{ pages: { results: { id: string }[] }[] }>(key)?.pages[0]?.results[0]?.id;
  client.setQueryData(key, { pages: [{ results: [{ id: 'old' }], next: null }], pageParams: [null] });
  const { held, answer, asked } = server();
  held.row = 'discarded';
  const one = readLongAgain(client, '/episodes', key);
  held.row = 'put back';
  const two = readLongAgain(client, '/episodes', key);
  answer(1);
  await two;
  expect(first()).toBe('put back');
  answer(0);
  await vi.waitFor(() => expect(asked()).toBe(3));
  answer(2);
  await one;
  expect(first()).toBe('put back');
});
