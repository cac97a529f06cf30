import { expect, test } from 'vitest';
import { mayRunAgain } from '../../../shared/api/jobs';
import { standingOfComposing, standingOfLooking } from './standing';

test('EP13: a composition that ended early has stopped, and goes on as soon as its job is in the queue again', () => {
  expect(standingOfComposing({ state: 'composing' }, undefined)).toBe('going');
  expect(standingOfComposing({ state: 'cancelled' }, { state: 'cancelled' })).toBe('stopped');
  expect(standingOfComposing({ state: 'failed' }, { state: 'queued' })).toBe('going');
  expect(standingOfComposing({ state: 'done' }, { state: 'done' })).toBe('over');
});

test('the engine has stopped where its job ended early and episodes wait', () => {
  expect(standingOfLooking({ waiting: 3, job: 'j' }, { state: 'failed' })).toBe('stopped');
  expect(standingOfLooking({ waiting: 3, job: 'j' }, { state: 'running' })).toBe('going');
  expect(standingOfLooking({ waiting: 3, job: 'j' }, undefined)).toBe('going');
  expect(standingOfLooking({ waiting: 0, job: 'j' }, { state: 'failed' })).toBe('over');
  // Composing stopped before anybody asked the engine.
  expect(standingOfLooking({ waiting: 3, job: null }, undefined)).toBe('over');
});

test('what would only fail again is not offered again', () => {
  expect(mayRunAgain({ state: 'failed', error_code: 'job.poisoned' })).toBe(true);
  expect(mayRunAgain({ state: 'cancelled', error_code: '' })).toBe(true);
  expect(mayRunAgain({ state: 'failed', error_code: 'composition.other_composer' })).toBe(false);
  expect(mayRunAgain({ state: 'failed', error_code: 'job.unknown' })).toBe(false);
  expect(mayRunAgain({ state: 'running' })).toBe(false);
});
