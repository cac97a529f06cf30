import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { exactDecimal, parseEntry, timecode } from '../video/times';

interface Props {
  label: string;
  field: string;
  value: number;
  onChange: (seconds: number) => void;
  wrong?: boolean | undefined;
  readOnly?: boolean | undefined;
}

/** A time in exact seconds; "11:27.6" may be typed too. Taken over on leaving the field or with Enter. */
export function TimeField({ label, field, value, onChange, wrong, readOnly }: Props) {
  const [text, setText] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const settle = () => {
    if (text === null) return;
    const entry = parseEntry(text);
    const decimal = entry?.kind === 'time' ? exactDecimal(entry.time) : null;
    if (decimal === null) return setRefused(true);
    setRefused(false);
    setText(null);
    if (Number(decimal) !== value) onChange(Number(decimal));
  };
  return (
    <TextInput
      className="timefield"
      aria-label={label}
      data-field={field}
      value={text ?? String(value)}
      onChange={(e) => setText(e.currentTarget.value)}
      onBlur={settle}
      onKeyDown={(e) => {
        if (e.key === 'Enter') settle();
        if (e.key === 'Escape') {
          setText(null);
          setRefused(false);
        }
      }}
      error={refused ? 'Seconds, as 687.6, or 11:27.6' : wrong}
      rightSection={<span className="f11 t3 num">{timecode(value)}</span>}
      rightSectionWidth={76}
      readOnly={readOnly}
      inputMode="decimal"
    />
  );
}
