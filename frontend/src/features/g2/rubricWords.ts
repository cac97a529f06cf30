import type { ProjectRubric } from './api';

export interface Words {
  criterion: string;
  scores: Record<string, string>;
}
/** What somebody is writing, and the version that was before them when they began. */
export interface Writing {
  base: Words & { version: number };
  mine: Words;
  /** Fields that somebody else saved in other words meanwhile. */
  contested: readonly string[];
}
export const CRITERION = 'criterion';

const read = (words: Words, field: string): string =>
  field === CRITERION ? words.criterion : (words.scores[field] ?? '');
const write = (words: Words, field: string, text: string): Words =>
  field === CRITERION
    ? { ...words, criterion: text }
    : { ...words, scores: { ...words.scores, [field]: text } };
const fieldsOf = (words: Words): string[] => [CRITERION, ...Object.keys(words.scores)];

export const isLike = (some: Words, others: Words): boolean =>
  fieldsOf(others).every((field) => read(some, field) === read(others, field));

export const begin = ({ criterion, scores, version }: ProjectRubric): Writing => ({
  base: { criterion, scores, version },
  mine: { criterion, scores },
  contested: [],
});

export const typed = (writing: Writing, field: string, text: string): Writing => ({
  ...writing,
  mine: write(writing.mine, field, text),
});

/** Something newer is saved: what was left alone becomes that, what was being written stays. */
export function onto(writing: Writing, saved: Words & { version: number }): Writing {
  const { criterion, scores, version } = saved;
  const { base, mine } = writing;
  const touched = fieldsOf(saved).filter((field) => read(mine, field) !== read(base, field));
  return {
    base: { criterion, scores, version },
    mine: touched.reduce<Words>((words, field) => write(words, field, read(mine, field)), {
      criterion,
      scores,
    }),
    contested: touched.filter(
      (field) =>
        ![read(base, field), read(mine, field)].includes(read(saved, field)) ||
        (writing.contested.includes(field) && read(mine, field) !== read(saved, field)),
    ),
  };
}

/** What somebody else saved for a field that is being written in other words. */
export function savedWords(writing: Writing, field: string): string | null {
  const saved = read(writing.base, field);
  return writing.contested.includes(field) && read(writing.mine, field) !== saved ? saved : null;
}
