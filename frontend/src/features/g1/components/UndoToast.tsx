import { Button, CloseButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

export interface Undoable {
  kind: 'submitted' | 'confirmed' | 'discarded' | 'skipped';
  id: string;
}

const SHOWN_MS = 8000;
const WORDS: Record<Undoable['kind'], string> = {
  submitted: 'Submitted. It can be changed until a reviewer opens it.',
  confirmed: 'Confirmed unchanged. It can be changed until a reviewer opens it.',
  discarded: 'Draft discarded.',
  skipped: 'Skipped. It is not offered to you again.',
};

/** What was just done and the way back, for eight seconds that stand still under the pointer or the focus. */
export function UndoToast({
  what,
  onUndo,
  onClose,
}: {
  what: Undoable;
  onUndo: () => void;
  onClose: () => void;
}) {
  const [held, setHeld] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (held) return undefined;
    const id = window.setTimeout(onClose, SHOWN_MS);
    return () => window.clearTimeout(id);
    // A new function each render is the same wish.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [held, what]);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const hold = () => setHeld(true);
    const go = () => setHeld(false);
    const wiring = { pointerenter: hold, focusin: hold, pointerleave: go, focusout: go };
    for (const [name, act] of Object.entries(wiring)) element.addEventListener(name, act);
    return () => {
      for (const [name, act] of Object.entries(wiring)) element.removeEventListener(name, act);
    };
  }, []);
  return (
    <div className="undotoast" role="status" ref={box}>
      <IconCheck size={16} aria-hidden />
      <span>{WORDS[what.kind]}</span>
      {what.kind !== 'skipped' && (
        <Button size="compact-sm" variant="default" onClick={onUndo}>
          Undo
        </Button>
      )}
      <CloseButton size="sm" onClick={onClose} aria-label="Close" />
    </div>
  );
}
