/** An item as a lease shows it, for tests: a question about one scene of twelve seconds with two pieces of evidence. */
import type { ItemView } from '../api/types';

export const ITEM: ItemView = {
  granularity: 'clip',
  type: 'emotion transition',
  question: 'How does the woman at the window feel before and after the bell rings?',
  answer: { before: ['Peace'], after: ['Surprise', 'Fear'] },
  answer_details: null,
  rubric: null,
  evidence: [
    { start: 104, end: 106, target: null },
    { start: 101, end: 103, target: null },
  ],
  subtitles: [{ id: 'U1', t: [104.5, 105.5], speaker: 'Ines', text: 'Who is there?' }],
  segments: [
    { start: 100, end: 105 },
    { start: 110, end: 113 },
  ],
  clip: {
    video_url: '/clip.mp4',
    frames_url: '/clip.bin',
    poster_url: null,
    frame_count: 200,
    duration_s: 8,
    rate: '25/1',
    // Two parts: 100 to 105 s and 110 to 113 s of the video.
    segments: [
      { start: 100, end: 105 },
      { start: 110, end: 113 },
    ],
  },
  video: {
    id: 'v',
    proxy: { url: '/video.mp4', rate: '25/1', frames: 5000 },
    frames_url: '/video.bin',
    peaks_url: null,
    sprite: null,
    cuts: null,
    duration_s: 200,
    content_warnings: ['grief'],
    subtitles: [],
  },
};
