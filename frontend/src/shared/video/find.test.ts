import { describe, expect, it } from 'vitest';
import { findCues } from './cues';

const cues = [
  { id: 'U1', start: 0, end: 1, speaker: 'Officer', text: 'Nobody goes through here.' },
  { id: 'U2', start: 1, end: 2, speaker: null, text: 'C’était près.' },
  { id: 'U12', start: 2, end: 3, speaker: 'Tramp', text: 'Well! That was close.' },
];
const found = (text: string) => findCues(cues, text).map((cue) => cue.id);

describe('finding subtitles', () => {
  it('takes all words, in text or speaker, whatever case and accents', () => {
    expect(found('HERE nobody')).toEqual(['U1']);
    expect(found('etait')).toEqual(['U2']);
    expect(found('tramp close')).toEqual(['U12']);
    expect(found('nobody close')).toEqual([]);
  });
  it('gives all for nothing, and one for its id', () => {
    expect(found('  ')).toEqual(['U1', 'U2', 'U12']);
    expect(found('u1')).toEqual(['U1']);
  });
});
