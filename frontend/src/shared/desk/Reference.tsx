import { Checkbox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { K } from '../keys';
import type { ItemReference } from './api';
import './desk.css';

interface Props {
  reference: ItemReference;
  needsRecheck: boolean;
  rechecked: boolean;
  onRechecked: (yes: boolean) => void;
  shown: boolean;
  onToggle: () => void;
}

/** What the older question asked with: its options, and the answer it gave. To read beside, never exported. */
export function Reference({ reference, needsRecheck, rechecked, onRechecked, shown, onToggle }: Props) {
  return (
    <section className="reference" aria-label="Older question">
      <div className="field-head">
        <h2>Older question</h2>
        <span className="f12 t2">Not an answer until you have written it.</span>
        <button type="button" className="linkish end" aria-expanded={shown} onClick={onToggle}>
          {shown ? 'Hide' : 'Show'} <K id="reference" />
        </button>
      </div>
      {shown && reference.options.length > 0 && (
        <ol className="options">
          {reference.options.map((o) => (
            <li key={o.letter + o.text} className={o.is_answer ? 'given' : undefined}>
              <b>{o.letter}</b>
              <span>{o.text}</span>
              {o.is_answer && (
                <span className="f12 row">
                  <IconCheck size={14} aria-hidden /> given answer
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {shown && reference.answer && !reference.options.some((o) => o.is_answer) && (
        <p className="f13">
          <span className="t2">Given answer: </span>
          {reference.answer}
        </p>
      )}
      {needsRecheck && (
        <div className="note warn">
          <Checkbox
            size="xs"
            data-field="scope_rechecked"
            checked={rechecked}
            onChange={(e) => onRechecked(e.currentTarget.checked)}
            label="I have rechecked how far the answer reaches now that the question is open"
          />
        </div>
      )}
    </section>
  );
}
