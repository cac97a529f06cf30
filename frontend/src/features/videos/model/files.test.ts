import { describe, expect, it } from 'vitest';
import { kindOf, videoOf } from './files';

describe('chosen files', () => {
  it('are sorted by their names', () => {
    expect(['a.MP4', 'b.en.srt', 'index.tsv', 'notes.txt', 'mp4'].map(kindOf)).toEqual([
      'video',
      'subtitles',
      'table',
      'other',
      'other',
    ]);
  });
  it('finds the video that subtitles stand beside', () => {
    const videos = ['a/film.mp4', 'a/film.2.mp4', 'b/film.mp4', 'talk.mkv'];
    expect(videoOf('a/film.srt', videos)).toBe('a/film.mp4');
    expect(videoOf('a/film.en.srt', videos)).toBe('a/film.mp4');
    expect(videoOf('a/film.2.srt', videos)).toBe('a/film.2.mp4');
    expect(videoOf('b/FILM.vtt', videos)).toBe('b/film.mp4');
    expect(videoOf('filmed.srt', videos)).toBeNull();
    expect(videoOf('talk.de.ass', videos)).toBe('talk.mkv');
  });
});
