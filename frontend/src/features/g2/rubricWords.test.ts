import { expect, test } from 'vitest';
import { begin, CRITERION, isLike, onto, savedWords, typed } from './rubricWords';
import type { ProjectRubric } from './api';

const SHIPPED = { criterion: 'Names the turn', scores: { '0': 'no', '1': 'half', '2': 'whole' } };
const family = (words: typeof SHIPPED, version: number): ProjectRubric => ({
  id: 'turn',
  title: 'Turn',
  max_score: 2,
  version,
  changed_by: null,
  changed_at: null,
  shipped: SHIPPED,
  ...words,
});

test('what is being typed stays when another maintainer saves meanwhile, what was left alone becomes theirs', () => {
  const writing = typed(begin(family(SHIPPED, 0)), '1', 'half of it');
  const after = onto(
    writing,
    family({ criterion: 'Says the turn', scores: { ...SHIPPED.scores, '1': 'some' } }, 1),
  );
  expect(after.mine).toEqual({
    criterion: 'Says the turn',
    scores: { '0': 'no', '1': 'half of it', '2': 'whole' },
  });
  expect(after.base.version).toBe(1);
  expect(savedWords(after, '1')).toBe('some');
  expect(savedWords(after, CRITERION)).toBeNull();
});

test('who typed nothing sees what was saved', () => {
  const theirs = family({ ...SHIPPED, criterion: 'Says the turn' }, 1);
  const after = onto(begin(family(SHIPPED, 0)), theirs);
  expect(isLike(after.mine, theirs)).toBe(true);
});

test("one's own save leaves nothing unsaved", () => {
  const mine = typed(begin(family(SHIPPED, 0)), '1', 'half of it');
  const after = onto(mine, family({ ...SHIPPED, scores: { ...SHIPPED.scores, '1': 'half of it' } }, 1));
  expect(isLike(after.mine, after.base)).toBe(true);
});
