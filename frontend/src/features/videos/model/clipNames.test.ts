import { describe, expect, it } from 'vitest';
import { clipName, downloadName } from './clipNames';

describe('the name of a clip', () => {
  const two = {
    title: '',
    segments: [
      { start: 2.7, end: 5.25 },
      { start: 8.2, end: 9.25 },
    ],
  };

  it('is its title, else what it holds', () => {
    expect(clipName(two)).toBe('2 parts');
    expect(clipName({ ...two, title: 'Outburst' })).toBe('Outburst');
    expect(clipName({ title: '', segments: null })).toBe('Whole video');
  });

  it('says as a file which video and which stretch of it', () => {
    expect(downloadName('reels/demo-film.mp4', two)).toBe('demo-film 2 parts 2.7-9.25 s.mp4');
    expect(downloadName('a.b.mkv', { ...two, title: 'Outburst' })).toBe('a.b Outburst.mp4');
    expect(downloadName('a.mp4', { title: '', segments: null })).toBe('a Whole video.mp4');
  });
});
