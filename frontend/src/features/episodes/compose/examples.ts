/** Plans to start from, one for each kind of episode and one with the shares of a whole benchmark. */
export interface Example {
  name: string;
  says: string;
  text: string;
}

const HEAD = 'format: affectory-plan-1\nscenes: all\n';

export const EXAMPLES: readonly Example[] = [
  {
    name: 'Two challenges',
    says: 'Far away and from behind, twenty of each',
    text: `${HEAD}motions:
  per_motion: 2
challenges:
  far_visible:
    count: 20
    distance_m: [4, 10]
    visible_fraction: [0.7, 1.0]
  rear_view:
    count: 20
    distance_m: [2, 6]
    bearing_deg: [120, 180]
`,
  },
  {
    name: 'All four challenges',
    says: 'The same behaviour under four views that are hard',
    text: `${HEAD}motions:
  # the same places, seen from different starts
  placements: 3
challenges:
  far_visible:
    count: 20
  rear_view:
    count: 20
  partial_occlusion:
    count: 20
  obstacle_detour:
    count: 20
`,
  },
  {
    name: 'Actions',
    says: 'Sitting, knocking and walking, where scenes have a place for it',
    text: `${HEAD}actions:
  sit:
    count: 10
  knock:
    count: 10
  walk:
    count: 10
`,
  },
  {
    name: 'Two people',
    says: 'Pairs of one performance; a third each about A, B and either',
    text: `${HEAD}dyads:
  count: 12
  target: {A: 1, B: 1, either: 1}
`,
  },
  {
    name: 'A whole benchmark',
    says: 'The shares of families in the published test set (74 %, 21 %, 5 %), scaled to 1,000',
    text: `${HEAD}actions:
  sit:
    count: 245
  knock:
    count: 245
  walk:
    count: 246
challenges:
  far_visible:
    count: 53
  rear_view:
    count: 53
  partial_occlusion:
    count: 53
  obstacle_detour:
    count: 52
dyads:
  count: 53
`,
  },
];

export const STARTER_PLAN = EXAMPLES[0]!.text;
