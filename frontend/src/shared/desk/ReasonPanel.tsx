import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { K, KeyCap, useKeys, type BindingId, type Handlers } from '../keys';
import './desk.css';

export interface ReasonChoice {
  code: string;
  label: string;
}
interface Props {
  kind: keyof typeof SAYS;
  reasons: readonly ReasonChoice[];
  busy: boolean;
  onGive: (reason: string, note: string) => void;
  onClose: () => void;
}

const SAYS = {
  skipVideo: {
    title: 'Skip this video: why?',
    about:
      'No penalty and no questions. It goes to somebody else and is not offered to you again; what you wrote and marked stays yours.',
  },
  skip: {
    title: 'Skip: why?',
    about: 'No penalty and no questions. It goes to somebody else and is not offered to you again.',
  },
  discard: {
    title: 'Discard the draft: why?',
    about: 'The draft is kept with your reason and goes to nobody; you can take it back.',
  },
};

/** One key per reason, and the first ends it at once. */
export default function ReasonPanel({ kind, reasons, busy, onGive, onClose }: Props) {
  const [note, setNote] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const digits: Handlers = Object.fromEntries(
    reasons
      .slice(0, 9)
      .map((reason, place) => [`reason.${place + 1}` as BindingId, () => !busy && onGive(reason.code, note)]),
  );
  useKeys({ ...digits, close: onClose });
  return (
    <div className="reasons-shade">
      <div
        className="reasons"
        role="dialog"
        aria-modal="true"
        aria-labelledby="reason-title"
        ref={box}
        tabIndex={-1}
      >
        <h2 id="reason-title">{SAYS[kind].title}</h2>
        <p className="f13 t2">{SAYS[kind].about}</p>
        <ul>
          {reasons.map((reason, place) => (
            <li key={reason.code}>
              <Button
                fullWidth
                justify="flex-start"
                variant="default"
                leftSection={<KeyCap>{place + 1}</KeyCap>}
                disabled={busy}
                onClick={() => onGive(reason.code, note)}
              >
                {reason.label}
              </Button>
            </li>
          ))}
        </ul>
        <TextInput
          label="A note, if you like"
          value={note}
          maxLength={2000}
          onChange={(e) => setNote(e.currentTarget.value)}
        />
        <Button variant="subtle" onClick={onClose} rightSection={<K id="close" />}>
          Go on with it
        </Button>
      </div>
    </div>
  );
}
