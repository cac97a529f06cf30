/** A ref for what takes the place of a pressed button: it takes the focus too, where that would be lost. */
export function takeLostFocus(element: HTMLElement | null): void {
  if (element && (document.activeElement === null || document.activeElement === document.body))
    element.focus({ preventScroll: true });
}
