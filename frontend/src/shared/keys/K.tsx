import { useSyncExternalStore, type ReactNode } from 'react';
import { useKeyPreferences } from './preferences';
import { BINDINGS, bindingName, type Binding, type BindingId } from './registry';

let layout: ReadonlyMap<string, string> | undefined;
const listeners = new Set<() => void>();
interface LayoutNavigator {
  keyboard?: { getLayoutMap?: () => Promise<ReadonlyMap<string, string>> };
}

if (typeof navigator !== 'undefined') {
  (navigator as unknown as LayoutNavigator).keyboard?.getLayoutMap?.().then(
    (map) => {
      layout = map;
      for (const listener of listeners) listener();
    },
    () => undefined,
  );
}

export const useKeyboardLayout = () =>
  useSyncExternalStore(
    (l) => {
      listeners.add(l);
      return () => listeners.delete(l);
    },
    () => layout,
  );

export function useKeyName(id: BindingId): string {
  const map = useKeyboardLayout();
  const { codes } = useKeyPreferences();
  const binding = BINDINGS.find((b) => b.id === id)!;
  const { char, ...position }: Binding = binding;
  return bindingName(
    codes[id] ? { ...position, code: codes[id] } : { ...position, ...(char ? { char } : {}) },
    map,
  );
}

function Cap({ children, fill }: { children: ReactNode; fill?: boolean | undefined }) {
  return (
    <span className={fill ? 'kbd on-fill' : 'kbd'} aria-hidden>
      {children}
    </span>
  );
}

/** A key cap for a binding (`<K id="accept" />`). */
export function K({ id, fill }: { id: BindingId; fill?: boolean }) {
  return <Cap fill={fill}>{useKeyName(id)}</Cap>;
}

export { Cap as KeyCap };
