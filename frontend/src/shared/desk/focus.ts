import { flushSync } from 'react-dom';
import { caretAfter } from '../items';

const byName = (field: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);

/** The texts of the fields of a form, to find later where one of them changed. */
export function fieldTexts(root: HTMLElement | null): ReadonlyMap<string, string> {
  const fields = root?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input[data-field],textarea[data-field]',
  );
  return new Map([...(fields ?? [])].map((el) => [el.dataset.field!, el.value]));
}

/** Goes to a field, or to the nearest one around it that is there. The caret stands where the text changed, else at
 *  its end. False where there is none. */
export function focusField(field: string, before?: ReadonlyMap<string, string>): boolean {
  let name = field;
  let target = byName(name);
  while (!target && /[.[]/.test(name)) {
    name = name.replace(/(\.[^.[]*|\[[^\]]*\])$/, '');
    target = byName(name) ?? byName(`${name}.description`);
  }
  if (!target) return false;
  const folded = target.closest('details');
  if (folded && target.tagName !== 'SUMMARY') folded.open = true;
  target.focus();
  target.scrollIntoView({ block: 'nearest' });
  if (target instanceof HTMLTextAreaElement) {
    const old = before?.get(name);
    const at = old === undefined ? target.value.length : caretAfter(old, target.value);
    target.setSelectionRange(at, at);
  }
  return true;
}

/** Shows what the fields need to be there and goes to the first that is. All of it at once: whoever types on without
 *  a pause types into that field. */
export function goToField(fields: readonly string[], show?: () => void): void {
  if (show) flushSync(show);
  fields.some((field) => focusField(field));
}
