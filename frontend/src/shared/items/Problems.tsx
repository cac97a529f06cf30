import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Problem } from './problems';

interface Props<P extends Problem> {
  problems: readonly P[] | undefined;
  /** A button that mends it, where one click can. */
  mend?: ((problem: P) => ReactNode) | undefined;
}

/** Objections under the field they are about: rule, reason, and the button that mends it. */
export function Problems<P extends Problem>({ problems, mend }: Props<P>) {
  if (!problems || problems.length === 0) return null;
  return (
    <ul className="problems">
      {problems.map((p) => (
        <li key={`${p.rule} ${p.field} ${p.message}`} className={p.severity}>
          {p.severity === 'error' ? (
            <IconX size={15} stroke={2} aria-label="Error" role="img" />
          ) : (
            <IconAlertTriangle size={15} stroke={2} aria-label="Warning" role="img" />
          )}
          <span className="grow">{p.message}</span>
          {mend?.(p)}
          <span className="rule" title={`Rule ${p.rule}`}>
            {p.rule}
          </span>
        </li>
      ))}
    </ul>
  );
}
