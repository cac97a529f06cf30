import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** What a page tells the frame around it. Pages call `usePage`; the frame reads the store. */
export interface PageInfo {
  /** Document title, e.g. "14 of 40 · Review". */
  title: string;
  /** Breadcrumb after the project; the last part is the page itself. */
  crumbs: { label: ReactNode; to?: string }[];
  /** Workbenches get the narrow rail and no page scroll. */
  workbench?: boolean;
}

interface Chrome {
  page: PageInfo;
  set: (page: PageInfo) => void;
  slot: HTMLElement | null;
  setSlot: (el: HTMLElement | null) => void;
}
const EMPTY: PageInfo = { title: '', crumbs: [] };
const ChromeContext = createContext<Chrome>({
  page: EMPTY,
  set: () => undefined,
  slot: null,
  setSlot: () => undefined,
});

export function ChromeProvider({ children }: { children: ReactNode }) {
  const [page, set] = useState<PageInfo>(EMPTY);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return <ChromeContext value={{ page, set, slot, setSlot }}>{children}</ChromeContext>;
}

export const useChrome = () => use(ChromeContext);

export function usePage(page: PageInfo): void {
  const { set } = use(ChromeContext);
  const key = JSON.stringify([
    page.title,
    page.workbench,
    page.crumbs.map((c) => [typeof c.label === 'string' ? c.label : '', c.to]),
  ]);
  useEffect(() => {
    set(page);
    document.title = page.title ? `${page.title} · Affectory` : 'Affectory';
    // The page object is new on every render; `key` says when it differs.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, set]);
}

/** Puts its children into the top bar, left of the search button (saved-at, "Blind" chip …). */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const { slot } = use(ChromeContext);
  return slot ? createPortal(children, slot) : null;
}
