import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { readKeyPreferences } from './preferences';
import { BINDINGS, type Binding, type BindingId, type KeyLayer } from './registry';

type Handler = (event: KeyboardEvent) => void;
export type Handlers = Partial<Record<BindingId, Handler>>;

const TEXT_TYPES = new Set([
  'text',
  'search',
  'email',
  'url',
  'password',
  'number',
  'tel',
  'date',
  'datetime-local',
  '',
]);
const SEQUENCE_MS = 1200;

/** Text fields and open listboxes keep their letters; radios, checkboxes and sliders do not swallow them. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.tagName === 'TEXTAREA' || target.tagName === 'SELECT') return true;
  if (target.closest('[role=listbox],[role=menu],[role=combobox]')) return true;
  return target instanceof HTMLInputElement && TEXT_TYPES.has(target.type);
}

/** Keys that a focused control already understands and that must not be taken from it. */
function ownedByControl(event: KeyboardEvent): boolean {
  const t = event.target;
  if (!(t instanceof HTMLElement)) return false;
  if (event.code === 'Space' || event.code === 'Enter')
    return t.matches(
      'button,a[href],summary,[role=button],[role=checkbox],[role=tab],input[type=checkbox],input[type=radio],input[type=file]',
    );
  if (event.code.startsWith('Arrow'))
    return t.matches(
      'input[type=range],input[type=radio],[role=slider],[role=tab],[role=separator],canvas[tabindex]',
    );
  return false;
}

interface Mount {
  read: () => Handlers;
}
const mounts: Mount[] = [];
const listeners = new Set<() => void>();
let awake: readonly BindingId[] = [];
let prefix: { code: string; at: number } | null = null;

function refresh() {
  awake = BINDINGS.filter((b) => mounts.some((m) => m.read()[b.id])).map((b) => b.id);
  for (const listener of listeners) listener();
}

function matches(b: Binding, code: string, event: KeyboardEvent, after: string | undefined): boolean {
  const mod = event.ctrlKey || event.metaKey;
  if (b.char && after === undefined && !mod) return event.key === b.char;
  const numpad = code.startsWith('Numpad') && `Digit${code.slice(6)}` === b.code;
  return (b.code === code || numpad) && !!b.shift === event.shiftKey && !!b.mod === mod && b.after === after;
}

/** A binding on another key is matched by its position only. */
const moved = (b: Binding, code: string | undefined): Binding => {
  if (!code) return b;
  const { char: _, ...rest } = b;
  return { ...rest, code };
};

function find(event: KeyboardEvent, after: string | undefined): Handler | undefined {
  const { codes } = readKeyPreferences();
  for (let i = mounts.length - 1; i >= 0; i--) {
    const handlers = mounts[i]!.read();
    for (const b of BINDINGS) {
      const handler = handlers[b.id];
      if (
        handler &&
        matches(moved(b, codes[b.id]), event.code, event, after) &&
        (!event.repeat || 'repeat' in b)
      )
        return handler;
    }
  }
  return undefined;
}

function onKeyDown(event: KeyboardEvent) {
  if (event.isComposing || event.altKey || event.defaultPrevented) return;
  const mod = event.ctrlKey || event.metaKey;
  const { mode } = readKeyPreferences();
  const single = !mod && event.code !== 'Escape';
  if (single && mode === 'off') return;
  if (single && isTyping(event.target)) return;
  if (!mod && ownedByControl(event)) return;
  const after = prefix && performance.now() - prefix.at < SEQUENCE_MS ? prefix.code : undefined;
  prefix = null;
  const handler = (after && find(event, after)) || find(event, undefined);
  if (handler) {
    event.preventDefault();
    handler(event);
    return;
  }
  if (single && !event.repeat && BINDINGS.some((b) => 'after' in b && b.after === event.code)) {
    prefix = { code: event.code, at: performance.now() };
  }
}

/** Binds handlers to ids of the registry while the component is mounted and `enabled`. */
export function useKeys(handlers: Handlers, enabled = true): void {
  const read = useEffectEvent(() => handlers);
  const ids = Object.keys(handlers).toSorted().join(' ');
  useEffect(() => {
    if (!enabled) return;
    const mount: Mount = { read: () => read() };
    mounts.push(mount);
    if (mounts.length === 1) document.addEventListener('keydown', onKeyDown);
    refresh();
    return () => {
      mounts.splice(mounts.indexOf(mount), 1);
      if (mounts.length === 0) document.removeEventListener('keydown', onKeyDown);
      refresh();
    };
    // `ids` re-registers when the set of bound keys changes, so that the sheet and the palette follow.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [enabled, ids]);
}

/** The bindings that do something on this page right now (for the `?` sheet and the palette). */
export function useAwakeBindings(): readonly BindingId[] {
  return useSyncExternalStore(
    (l) => {
      listeners.add(l);
      return () => listeners.delete(l);
    },
    () => awake,
  );
}

export function runBinding(id: BindingId): void {
  for (let i = mounts.length - 1; i >= 0; i--) {
    const handler = mounts[i]!.read()[id];
    if (handler) return handler(new KeyboardEvent('keydown'));
  }
}

export const layerOf = (id: BindingId): KeyLayer => BINDINGS.find((b) => b.id === id)!.layer;
