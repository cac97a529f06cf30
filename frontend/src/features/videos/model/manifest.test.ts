import { describe, expect, it } from 'vitest';
import { guessMapping } from './manifest';

describe('manifest of videos', () => {
  it('guesses columns by their names, none twice', () => {
    expect(guessMapping(['file', 'origin', 'License', 'warnings', 'vcodec', 'video_id'])).toEqual({
      file: 'file',
      source: 'origin',
      licence: 'License',
      content_warnings: 'warnings',
      external_id: 'video_id',
    });
    expect(guessMapping([])).toEqual({});
  });
  it('does not take the codecs of a public index for subtitle files', () => {
    expect(guessMapping(['file', 'origin', 'licence', 'vcodec', 'subtitles'])).toEqual({
      file: 'file',
      source: 'origin',
      licence: 'licence',
    });
  });
});
