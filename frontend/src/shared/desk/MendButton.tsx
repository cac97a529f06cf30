import { Button } from '@mantine/core';
import { useState } from 'react';

interface Props {
  label: string;
  /** What is asked before it is done; nothing for what one step of undo takes back without a trace. */
  ask?: string;
  onMend: () => void;
}

const takeFocus = (element: HTMLElement | null) => element?.focus();

/** One click mends; what changes more than its field is asked for twice, in place. */
export function MendButton({ label, ask, onMend }: Props) {
  const [asking, setAsking] = useState(false);
  if (!ask || !asking)
    return (
      <Button size="compact-xs" variant="default" onClick={ask ? () => setAsking(true) : onMend}>
        {label}
      </Button>
    );
  return (
    <span className="mend-ask" role="group" aria-label={label}>
      <span>{ask}</span>
      <Button
        size="compact-xs"
        ref={takeFocus}
        onClick={() => {
          setAsking(false);
          onMend();
        }}
      >
        {label}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => setAsking(false)}>
        Leave it
      </Button>
    </span>
  );
}
