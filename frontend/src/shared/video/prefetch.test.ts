import { describe, expect, it } from 'vitest';
import { headOf, wantedOf } from './prefetch';
import type { VideoSource } from './types';

const source = (id: string, parts: Partial<VideoSource> = {}): VideoSource => ({
  id,
  name: id,
  proxy: { url: `/${id}/proxy.mp4`, rate: '25/1', frames: 250, bytes: 1_000_000 },
  frames_url: `/${id}/frames.bin`,
  peaks_url: null,
  poster_url: null,
  sprite: null,
  cuts: null,
  has_audio: false,
  width: null,
  height: null,
  content_warnings: [],
  ...parts,
});

describe('what the next videos need (PL6)', () => {
  it('is their frames and their first seconds, the nearest first, once', () => {
    const next = [
      source('a', { poster_url: '/a/poster.jpg', peaks_url: '/a/peaks.bin' }),
      source('b'),
      source('a'),
    ];
    expect(wantedOf(next, new Set()).map(({ kind, url }) => `${kind} ${url}`)).toEqual([
      'frames /a/frames.bin',
      'picture /a/poster.jpg',
      'head /a/proxy.mp4',
      'peaks /a/peaks.bin',
      'frames /b/frames.bin',
      'head /b/proxy.mp4',
    ]);
  });

  it('leaves out what is there and what is not prepared', () => {
    const had = new Set(['/a/frames.bin', '/a/proxy.mp4']);
    expect(wantedOf([source('a'), source('b', { proxy: null })], had)).toEqual([]);
  });

  it('is four seconds and the index of the proxy, never more than there is', () => {
    // ten seconds: 100,000 bytes each, and 250 entries of 24 bytes
    expect(headOf(source('a').proxy!)).toBe(406_000);
    expect(headOf({ url: '', rate: '25/1', frames: 50, bytes: 30_000 })).toBe(30_000);
    expect(headOf({ url: '', rate: '25/1', frames: 250 })).toBe(1_606_000);
  });
});
