import { describe, expect, it } from 'vitest';
import { currentEntry, navGroups } from './nav';

const project = { slug: 'lab', kind: 'longemo', roles: new Set(['maintainer', 'annotator']) };
const groups = navGroups(project as unknown as Parameters<typeof navGroups>[0]);

describe('the entry of a page', () => {
  it.each([
    ['/', 'work'],
    ['/p/lab', 'overview'],
    ['/p/lab/items/7', 'items'],
    ['/p/lab/threads/7', 'items'],
    ['/p/lab/calls/7', 'endpoints'],
    ['/p/lab/rubrics', 'g2'],
    ['/p/lab/nothing', null],
  ])('%s is %s', (location, entry) => {
    expect(currentEntry(groups, location)).toBe(entry);
  });
});
