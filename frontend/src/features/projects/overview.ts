import type { ProjectDetail } from '../../shared/api/project';

type Funnel = ProjectDetail['funnel'];
type Counts = Record<string, number>;

/** Sum over the named states, upper or lower case alike. */
export function sumOf(counts: Counts, ...states: string[]): number {
  return Object.entries(counts).reduce(
    (sum, [state, n]) => (states.includes(state.toUpperCase()) ? sum + n : sum),
    0,
  );
}
export const total = (counts: Counts): number => Object.values(counts).reduce((a, b) => a + b, 0);

export function stages({ motions, labels, episodes, renders }: Funnel) {
  return [
    { id: 'motions', label: 'Motions imported', n: total(motions), to: '/motions' },
    {
      id: 'ready',
      label: 'Motions ready to compose',
      n: total(labels),
      to: '/motions?state=ready',
    },
    { id: 'episodes', label: 'Episodes composed', n: total(episodes), to: '/episodes' },
    { id: 'clips', label: 'Clips rendered', n: sumOf(renders, 'DONE'), to: '/render' },
    {
      id: 'review',
      label: 'Episodes in review',
      n: sumOf(episodes, 'IN_REVIEW'),
      to: '/episodes?state=in_review',
    },
    { id: 'kept', label: 'Episodes kept', n: sumOf(episodes, 'KEPT'), to: '/episodes?state=kept' },
  ];
}

export function openProblems({ motions, episodes, renders }: Funnel) {
  return [
    {
      id: 'rejected',
      state: 'REJECTED',
      n: sumOf(motions, 'REJECTED'),
      one: 'motion',
      many: 'motions',
      to: '/motions?state=rejected',
    },
    {
      id: 'refused',
      state: 'REFUSED',
      n: sumOf(episodes, 'REFUSED'),
      one: 'episode',
      many: 'episodes',
      to: '/episodes?state=refused',
    },
    {
      id: 'failed',
      state: 'FAILED',
      n: sumOf(renders, 'FAILED'),
      one: 'rendering',
      many: 'renderings',
      to: '/render',
    },
    {
      id: 'removed',
      state: 'REMOVED',
      n: sumOf(episodes, 'REMOVED'),
      one: 'episode',
      many: 'episodes',
      to: '/episodes?state=removed',
    },
  ].filter((p) => p.n > 0);
}

export function firstSteps({ motions, episodes, renders }: Funnel, released: boolean) {
  const reviewed = sumOf(episodes, 'KEPT', 'REMOVED');
  return [
    {
      id: 'import',
      title: 'Bring in motions',
      hint: 'BVH files with a table that names label, performer and licence.',
      action: 'Import motions',
      to: '/import',
      done: total(motions) > 0,
    },
    {
      id: 'compose',
      title: 'Compose episodes',
      hint: 'Place the motions in a scene, with a plan and a seed.',
      action: 'Write a plan',
      to: '/compose',
      done: total(episodes) > 0,
    },
    {
      id: 'render',
      title: 'Render the clips',
      hint: 'Two matched cameras for each episode that passed its checks.',
      action: 'Start rendering',
      to: '/render',
      done: sumOf(renders, 'DONE') > 0,
    },
    {
      id: 'review',
      title: 'Have them reviewed',
      hint: 'Two people judge each episode without seeing each other’s verdict.',
      action: 'Add reviewers',
      to: '/people',
      done: reviewed > 0,
    },
    {
      id: 'release',
      title: 'Freeze a release',
      hint: 'Splits, checks and checksums; downloads with a token.',
      action: 'Prepare a release',
      to: '/releases/new',
      done: released,
    },
  ];
}
