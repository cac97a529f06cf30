import { describe, expect, it } from 'vitest';
import type { VideoDetail } from '../api/types';
import { clipsAhead } from './clipSource';

const clip = (id: string, state: string) => ({
  id,
  state,
  title: id,
  segments: null,
  video_url: `/${id}.mp4`,
});
const video = (...clips: object[]) => ({ clips, proxy: { rate: '24/1' } }) as unknown as VideoDetail;

describe('clips to fetch ahead', () => {
  it('are the two newest that are ready, but for the one on screen', () => {
    const of = video(clip('new', 'cutting'), clip('a', 'ready'), clip('b', 'ready'), clip('c', 'ready'));
    expect(clipsAhead(of, null).map((source) => source.id)).toEqual(['a', 'b']);
    expect(clipsAhead(of, 'a').map((source) => source.id)).toEqual(['b', 'c']);
  });

  it('are none where none is ready', () => {
    expect(clipsAhead(video(clip('new', 'failed')), null)).toEqual([]);
  });
});
