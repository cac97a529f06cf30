import { expect, test } from 'vitest';
import { mayRunAgain, standingOfComposing, standingOfLooking } from './standing';

test('EP13: a composition that ended early has stopped, and goes on as soon as its job is in the queue again', () => {
  expect(standingOfComposing({ state: 'composing' }, undefined)).toBe('going');
  expect(standingOfComposing({ state: 'cancelled' }, { state: 'cancelled' })).toBe('stopped');
  expect(standingOfComposing({ state: 'failed' }, { state: 'queued' })).toBe('going');
  expect(standingOfComposing({ state: 'done' }, { state: 'done' })).toBe('over');
});

test('the engine has stopped where its job ended early and episodes wait', () => {
  expect(standingOfLooking(3, { state: 'failed' })).toBe('stopped');
  expect(standingOfLooking(3, { state: 'running' })).toBe('going');
  expect(standingOfLooking(3, undefined)).toBe('going');
  expect(standingOfLooking(0, { state: 'failed' })).toBe('over');
});

test('what would only fail again is not offered again', () => {
  expect(mayRunAgain({ state: 'failed', error_code: 'job.poisoned' })).toBe(true);
  expect(mayRunAgain({ state: 'cancelled', error_code: '' })).toBe(true);
  expect(mayRunAgain({ state: 'failed', error_code: 'composition.other_composer' })).toBe(false);
  expect(mayRunAgain({ state: 'failed', error_code: 'job.unknown' })).toBe(false);
  expect(mayRunAgain({ state: 'running' })).toBe(false);
});
