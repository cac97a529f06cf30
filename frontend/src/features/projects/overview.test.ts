import { describe, expect, it } from 'vitest';
import { firstSteps, openProblems, stages, sumOf } from './overview';
import { videoProblems, videoStages, videoSteps } from './overviewVideos';

const none = { videos: {}, items: {} };
const funnel = {
  ...none,
  motions: { READY: 40, REJECTED: 2 },
  labels: { angry: 30, sad: 7 },
  episodes: { in_review: 6, KEPT: 3, REFUSED: 1 },
  renders: { DONE: 20, FAILED: 1 },
};

describe('overview', () => {
  it('adds states up whatever their case', () => {
    expect(sumOf(funnel.episodes, 'IN_REVIEW', 'KEPT')).toBe(9);
    expect(stages(funnel).map((s) => s.n)).toEqual([42, 37, 10, 20, 6, 3]);
  });
  it('names only the problems there are', () => {
    expect(openProblems(funnel).map((p) => [p.id, p.n])).toEqual([
      ['rejected', 2],
      ['refused', 1],
      ['failed', 1],
    ]);
    expect(openProblems({ ...none, motions: {}, labels: {}, episodes: {}, renders: {} })).toEqual([]);
  });
  it('knows the first thing to do', () => {
    const empty = { ...none, motions: {}, labels: {}, episodes: {}, renders: {} };
    expect(firstSteps(empty, false).find((s) => !s.done)?.id).toBe('import');
    expect(firstSteps(funnel, false).find((s) => !s.done)?.id).toBe('release');
    expect(firstSteps(funnel, true).every((s) => s.done)).toBe(true);
  });
});

describe('overview of a project of videos', () => {
  const nothing = { motions: {}, labels: {}, episodes: {}, renders: {} };
  const videos = {
    ...nothing,
    videos: { ready: 7, preparing: 1, refused: 2 },
    items: { draft: 5, submitted: 3 },
  };
  it('counts from videos to kept items', () => {
    expect(videoStages(videos).map((s) => s.n)).toEqual([10, 7, 8, 3, 0]);
    expect(videoProblems(videos).map((p) => [p.id, p.n])).toEqual([['refused', 2]]);
  });
  it('knows the first thing to do', () => {
    const first = (counts: typeof none) =>
      videoSteps({ ...nothing, ...counts }, false).find((s) => !s.done)?.id;
    expect(first(none)).toBe('register');
    expect(first({ ...none, videos: { ready: 1 } } as typeof none)).toBe('people');
    expect(first(videos)).toBe('release');
  });
});
