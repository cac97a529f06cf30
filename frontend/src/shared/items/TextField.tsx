import { Textarea } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { Problem } from './problems';
import { Problems } from './Problems';

interface Props<P extends Problem> {
  label: string;
  field: string;
  value: string;
  onChange: (text: string) => void;
  aside?: ReactNode;
  minRows?: number;
  placeholder?: string;
  readOnly?: boolean | undefined;
  problems?: readonly P[] | undefined;
  mend?: ((problem: P) => ReactNode) | undefined;
  /** The label is read out only, where the place says what is meant. */
  quiet?: boolean;
}

/** A text of an item, growing with it, with what is objected to below. */
export function TextField<P extends Problem>({
  label,
  field,
  value,
  onChange,
  aside,
  minRows = 1,
  placeholder,
  readOnly,
  problems,
  mend,
  quiet,
}: Props<P>) {
  const id = useId();
  const wrong = problems?.some((p) => p.severity === 'error');
  return (
    <div className="field">
      {!quiet && (
        <div className="field-head">
          <label htmlFor={id}>{label}</label>
          {aside}
        </div>
      )}
      <Textarea
        id={id}
        data-field={field}
        aria-label={quiet ? label : undefined}
        aria-invalid={wrong || undefined}
        error={wrong}
        value={value}
        onChange={(e) => onChange(e.currentTarget.value)}
        autosize
        minRows={minRows}
        maxRows={14}
        placeholder={placeholder}
        readOnly={readOnly}
        maxLength={20_000}
      />
      <Problems problems={problems} mend={mend} />
    </div>
  );
}
