import { describe, expect, it } from 'vitest';
import { fileKey, SentFiles } from './sent';

describe('files that were sent', () => {
  const store = new Map<string, string>();
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  } as unknown as Storage;
  const sent = new SentFiles(storage, 'films', 'p1');
  const key = fileKey({ name: 'a.mp4', size: 7, lastModified: 3, webkitRelativePath: 'x/a.mp4' });

  it('are found again for a day, by path, size and date', () => {
    expect(key).toBe('x/a.mp4|7|3');
    sent.remember(key, 'u1', 1000);
    sent.remember('b', 'u2', 2000);
    expect([sent.find(key, 3000), sent.find('c', 3000)]).toEqual(['u1', undefined]);
    expect(sent.find(key, 1000 + 86_400_000)).toBeUndefined();
    expect(new SentFiles(storage, 'films', 'p2').find(key, 3000)).toBeUndefined();
  });

  it('are forgotten when they were used', () => {
    sent.forget(['u1'], 3000);
    expect([sent.find(key, 3000), sent.find('b', 3000)]).toEqual([undefined, 'u2']);
  });
});
