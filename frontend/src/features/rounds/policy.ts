/** The review policy in plain words, and what each of its fields does and touches. */
import { plural } from '../../shared/lib/format';
import type { Kind, Policy } from './types';

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const number = (n: number) => NUMBERS[n] ?? String(n);
const people = (n: number) => `${number(n)} ${n === 1 ? 'reviewer' : 'reviewers'}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a policy means for one item or episode, from beginning to end. */
export function policySentences(policy: Policy): string[] {
  const { kind, reviewers, round_limit, fresh_reviewers } = policy;
  const alone =
    reviewers === 1
      ? `One reviewer judges each ${kind}.`
      : `${capital(people(reviewers))} judge each ${kind}, each alone and seeing nothing of the ${reviewers === 2 ? 'other' : 'others'}.`;
  const kept =
    reviewers === 1
      ? 'It is kept if the reviewer accepts it'
      : `It is kept if ${reviewers === 2 ? 'both' : `all ${number(reviewers)}`} accept it`;
  return [
    alone,
    fate(kept, policy),
    ...(kind === 'item' ? again(round_limit, fresh_reviewers, reviewers) : []),
    way(policy),
  ];
}

function fate(kept: string, { kind, reviewers, round_limit }: Policy): string {
  if (kind === 'episode' || round_limit === 1) return `${kept}, else it is removed with all reasons.`;
  if (reviewers === 1)
    return `${kept} and removed if not; there is no second round, because one reviewer is never split.`;
  return `${kept} and removed if none does; if they differ, it goes back to its author with all reasons and no names.`;
}

function again(limit: number, fresh: boolean, reviewers: number): string[] {
  if (limit === 1 || reviewers === 1) return [];
  const who = fresh ? 'reviewers who have not had it before' : 'reviewers who may have had it before';
  return [
    `A new revision is judged anew by ${who}. What is not accepted by all in round ${number(limit)} is removed.`,
  ];
}

function way({ kind, order, covers_answer, lease_minutes, most_per_person }: Policy): string {
  const parts = [
    order === 'video'
      ? 'They come in the order of the video'
      : 'They come in an order of their own for everybody',
    `${plural(lease_minutes, 'minute')} are kept for each`,
    ...(kind === 'item' && covers_answer
      ? ['the reference answer is covered until the reviewer asks for it']
      : []),
    most_per_person > 0
      ? `nobody is given more than ${plural(most_per_person, kind)} of a batch`
      : 'everybody may go on as long as there are any',
  ];
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}.`;
}

export interface Field {
  name: Exclude<keyof Policy, 'kind'>;
  kinds: readonly Kind[];
  label: string;
  help: string;
  /** What a change touches; nobody should have to guess. */
  touches: 'next rounds' | 'at once';
  input: 'number' | 'switch' | 'order';
  least?: number;
  most?: number;
}

const BOTH: readonly Kind[] = ['item', 'episode'];
const ITEM: readonly Kind[] = ['item'];
const EPISODE: readonly Kind[] = ['episode'];

/** RV10: rounds keep what they were opened under; what is not part of a round changes for everybody at once. */
export const FIELDS: readonly Field[] = [
  {
    name: 'reviewers',
    kinds: BOTH,
    label: 'Reviewers for each',
    help: 'How many judge one thing in one round. Agreement needs at least two.',
    touches: 'next rounds',
    input: 'number',
    least: 1,
    most: 9,
  },
  {
    name: 'round_limit',
    kinds: ITEM,
    label: 'Rounds at most',
    help: 'After a split the author revises and a new round begins; in the last one only full agreement keeps.',
    touches: 'next rounds',
    input: 'number',
    least: 1,
    most: 9,
  },
  {
    name: 'fresh_reviewers',
    kinds: ITEM,
    label: 'Fresh reviewers in every round',
    help: 'Nobody judges a later revision of what they have judged. Needs reviewers × rounds people.',
    touches: 'next rounds',
    input: 'switch',
  },
  {
    name: 'covers_answer',
    kinds: ITEM,
    label: 'Cover the reference answer at first',
    help: 'Reviewers answer in their head, then R shows it. That it was shown, and when, is on record.',
    touches: 'next rounds',
    input: 'switch',
  },
  {
    name: 'order',
    kinds: BOTH,
    label: 'Order',
    help: 'In the order of the video, what went before helps to judge; in random order, nothing carries over.',
    touches: 'next rounds',
    input: 'order',
  },
  {
    name: 'hides_checks',
    kinds: EPISODE,
    label: 'Fold automatic checks',
    help: 'Numbers of the checks are not shown before the verdict, so that they steer nobody.',
    touches: 'at once',
    input: 'switch',
  },
  {
    name: 'lease_minutes',
    kinds: BOTH,
    label: 'Minutes for each',
    help: 'How long one thing stays with the person who opened it, counted from their last sign of life.',
    touches: 'at once',
    input: 'number',
    least: 1,
    most: 240,
  },
  {
    name: 'most_per_person',
    kinds: BOTH,
    label: 'Most for one person in a batch',
    help: '0: no bound. A bound spreads the work over more people.',
    touches: 'at once',
    input: 'number',
    least: 0,
    most: 100_000,
  },
  {
    name: 'opens_by_itself',
    kinds: BOTH,
    label: 'Put out by itself what is ready',
    help: 'Off: a maintainer opens each batch.',
    touches: 'at once',
    input: 'switch',
  },
];

export const fieldsOf = (kind: Kind): Field[] => FIELDS.filter((field) => field.kinds.includes(kind));

/** What differs from what is saved: only that is sent. */
export function changesOf(saved: Policy, draft: Policy): Partial<Policy> {
  return Object.fromEntries(
    fieldsOf(saved.kind)
      .filter(({ name }) => saved[name] !== draft[name])
      .map(({ name }) => [name, draft[name]]),
  );
}
