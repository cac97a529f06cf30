import { describe, expect, it } from 'vitest';
import { BINDINGS, PAGE_LAYERS, type Binding, bindingName, clashes, clashesWith, keyName } from './registry';

describe('key registry', () => {
  it.each(Object.entries(PAGE_LAYERS))('has no clash on a %s page', (_, layers) => {
    expect(clashes(BINDINGS, layers)).toEqual([]);
  });

  it('finds a clash when there is one', () => {
    const two: Binding[] = [
      { id: 'a', layer: 'item', code: 'KeyS', label: '' },
      { id: 'b', layer: 'deciding', code: 'KeyS', label: '' },
    ];
    expect(clashes(two, ['item', 'deciding'])).toEqual([['a', 'b']]);
    expect(clashes(two, ['item'])).toEqual([]);
  });

  it('has unique ids and never uses Alt or the browser’s own combinations', () => {
    expect(new Set(BINDINGS.map((b) => b.id)).size).toBe(BINDINGS.length);
    const taken = ['KeyW', 'KeyT', 'KeyN', 'KeyR', 'KeyL'];
    expect(BINDINGS.filter((b: Binding) => b.mod && taken.includes(b.code))).toEqual([]);
  });

  it('refuses to move a key onto another of the same page', () => {
    const pages = Object.values(PAGE_LAYERS);
    expect(clashesWith('accept', 'KeyX', {}, pages)?.id).toBe('reject');
    expect(clashesWith('accept', 'KeyY', {}, pages)).toBeNull();
    expect(clashesWith('accept', 'KeyX', { reject: 'KeyY' }, pages)).toBeNull();
    // J is next row in lists and slower in players; neither page has both.
    expect(clashesWith('list.next', 'KeyL', {}, pages)).toBeNull();
  });

  it('prints the letter of the layout', () => {
    expect(keyName('KeyZ')).toBe('Z');
    expect(keyName('KeyZ', new Map([['KeyZ', 'y']]))).toBe('Y');
    expect(keyName('Digit3')).toBe('3');
    expect(bindingName({ id: 'x', layer: 'everywhere', code: 'KeyM', after: 'KeyG', label: '' })).toBe('G M');
    expect(bindingName({ id: 'y', layer: 'everywhere', code: 'KeyK', mod: true, label: '' })).toBe('Ctrl K');
    expect(bindingName(BINDINGS.find((b) => b.id === 'edit.redo')!)).toBe('Ctrl Shift Z');
  });

  it('has no verdicts where something is edited', () => {
    const letters = BINDINGS.filter((b: Binding) => b.layer === 'editing' && !b.mod).map(
      (b) => b.code as string,
    );
    expect(letters.filter((code) => ['KeyA', 'KeyX', 'KeyZ'].includes(code))).toEqual([]);
  });
});
