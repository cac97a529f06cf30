import { Button } from '@mantine/core';
import { FieldValue, type Conflict } from '../items';
import './desk.css';

interface Props {
  conflicts: readonly Conflict[];
  onDecide: (conflict: Conflict, choice: 'yours' | 'theirs') => void;
}

/** QU71: each field that both changed, three ways side by side. Nothing is sent before all are decided. */
export function Conflicts({ conflicts, onDecide }: Props) {
  if (conflicts.length === 0) return null;
  return (
    <section className="conflicts" role="alert" aria-label="Changed by two">
      <h2>Somebody saved this item meanwhile</h2>
      <p className="f13">
        Yours is kept here and not sent until you have decided about{' '}
        {conflicts.length === 1 ? 'this field' : `these ${conflicts.length} fields`}. All other fields are
        joined.
      </p>
      {conflicts.map((c) => (
        <fieldset key={c.field.id} className="conflict">
          <legend>{c.field.label}</legend>
          <div className="threeways">
            <div>
              <b>Yours</b>
              <FieldValue value={c.yours} />
              <Button variant="default" onClick={() => onDecide(c, 'yours')}>
                Keep mine
              </Button>
            </div>
            <div>
              <b>Before both</b>
              <FieldValue value={c.base} />
            </div>
            <div>
              <b>Theirs</b>
              <FieldValue value={c.theirs} />
              <Button variant="default" onClick={() => onDecide(c, 'theirs')}>
                Take theirs
              </Button>
            </div>
          </div>
        </fieldset>
      ))}
    </section>
  );
}
