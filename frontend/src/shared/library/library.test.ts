import { describe, expect, it } from 'vitest';
import { filtersOf, isFiltered, sortedBy, sortsOf, toggled, whereOf } from './address';
import { chosenCount, EVERYTHING, extend, isChosen, isEmpty, NOTHING, toggle } from './selection';

const asked = (text: string) => new URLSearchParams(text);

describe('the address of a list', () => {
  it('has one spelling for the same rows', () => {
    expect(whereOf(asked('state=ready&label=sad&search=&cursor=x'))).toBe('label=sad&state=ready');
    expect(whereOf(asked('label=sad&state=ready'))).toBe('label=sad&state=ready');
    expect(filtersOf('label=sad&sort=-name')).toBe('label=sad');
    expect(isFiltered('sort=name')).toBe(false);
  });
  it('takes several values of a facet and gives them back one by one', () => {
    const two = toggled(asked('label=sad'), 'label', 'happy');
    expect(two.getAll('label')).toEqual(['sad', 'happy']);
    expect(toggled(two, 'label', 'sad').toString()).toBe('label=happy');
  });
  it('turns a heading up, down and off, alone or beside others', () => {
    const up = sortedBy(asked(''), 'name', false);
    expect(sortsOf(up)).toEqual([{ name: 'name', down: false }]);
    const down = sortedBy(up, 'name', false);
    expect(down.get('sort')).toBe('-name');
    expect(sortedBy(down, 'length', true).get('sort')).toBe('-name,length');
    expect(sortedBy(asked('sort=-name,length'), 'name', true).get('sort')).toBe('length');
    expect(sortedBy(down, 'name', false).get('sort')).toBeNull();
    expect(sortedBy(asked('sort=-name,length'), 'state', false).get('sort')).toBe('state');
  });
});

describe('choosing rows', () => {
  const order = ['a', 'b', 'c', 'd'];
  it('counts some, or all but a few', () => {
    expect(isEmpty(NOTHING)).toBe(true);
    expect(chosenCount(toggle(NOTHING, 'a'), 9)).toBe(1);
    const but = toggle(EVERYTHING, 'b');
    expect([isChosen(but, 'a'), isChosen(but, 'b'), chosenCount(but, 9)]).toEqual([true, false, 8]);
    expect(isChosen(toggle(but, 'b'), 'b')).toBe(true);
  });
  it('draws a range from the row that was chosen last, in either direction', () => {
    const range = extend(toggle(NOTHING, 'c'), order, 'a');
    expect([...range.ids].sort()).toEqual(['a', 'b', 'c']);
    const taken = extend(toggle(range, 'a'), order, 'b');
    expect([...taken.ids]).toEqual(['c']);
    expect([...extend(NOTHING, order, 'b').ids]).toEqual(['b']);
    expect([...extend(toggle(EVERYTHING, 'b'), order, 'c').ids].sort()).toEqual(['b', 'c']);
  });
});
