import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { foldReasons, useReasonsShown } from './reasons';
import type { Problem } from './problems';

interface Props<P extends Problem> {
  problems: readonly P[] | undefined;
  /** A button that mends it, where one click can. */
  mend?: ((problem: P) => ReactNode) | undefined;
}

/** QU106: objections under the field they are about: what is wrong, why that matters, and the button that mends it.
 *  The rule's number folds the reasons, once for all pages. */
export function Problems<P extends Problem>({ problems, mend }: Props<P>) {
  const shown = useReasonsShown();
  if (!problems || problems.length === 0) return null;
  return (
    <ul className="problems">
      {problems.map((p, place) => (
        <li key={`${p.rule} ${p.field} ${p.message}`} className={p.severity}>
          {p.severity === 'error' ? (
            <IconX size={15} stroke={2} aria-label="Error" role="img" />
          ) : (
            <IconAlertTriangle size={15} stroke={2} aria-label="Warning" role="img" />
          )}
          <span className="grow">
            {asSentence(p.message)}
            {shown && p.reason && problems.findIndex((one) => one.rule === p.rule) === place && (
              <span className="reason">{p.reason}</span>
            )}
            {mend?.(p)}
          </span>
          <button
            type="button"
            className="rule"
            aria-expanded={shown}
            aria-label={`Why: rule ${p.rule}`}
            title={shown ? 'Fold the reasons' : p.reason || `Rule ${p.rule}`}
            onClick={() => foldReasons(shown)}
          >
            {p.rule}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Messages go on from the name of their field; under the field they stand alone. */
const asSentence = (message: string): string => message.charAt(0).toUpperCase() + message.slice(1);
