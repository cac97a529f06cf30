/** What was last said about videos of a project, as the start of the next form. */
import type { Defaults } from '../api/types';

const KEY = 'affectory.videoDefaults';
const NO_DEFAULTS: Defaults = {
  source: '',
  licence: '',
  may_redistribute: 'annotations',
  may_send_to_external_model: false,
  domain: '',
  content_warnings: [],
};

export function readDefaults(store: Storage, project: string): Defaults {
  try {
    const read = JSON.parse(store.getItem(`${KEY}.${project}`) ?? '{}') as Partial<Defaults>;
    return { ...NO_DEFAULTS, ...read };
  } catch {
    return NO_DEFAULTS;
  }
}

export function writeDefaults(store: Storage, project: string, value: Defaults): void {
  try {
    store.setItem(`${KEY}.${project}`, JSON.stringify(value));
  } catch {
    // The form on the page keeps it; only the next one starts empty.
  }
}
