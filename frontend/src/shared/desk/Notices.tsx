import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { fieldWords, type Field, type Problem } from '../items';
import { clockSeconds, plural, words } from '../lib/format';
import type { Returned } from './api';
import './desk.css';

/** What this browser had kept and the server had not got. */
export function RestoredNote({ at, onClose }: { at: string | null; onClose: () => void }) {
  if (!at) return null;
  return (
    <div className="note ok" role="status">
      <p className="grow">
        Restored from this browser: what you wrote until {clockSeconds(at)} had not reached the server. Undo
        takes it back.
      </p>
      <Button size="compact-sm" variant="default" onClick={onClose}>
        Good
      </Button>
    </div>
  );
}

/** Fields that somebody else changed and nobody else had touched. */
export function TakenNote({ taken, onClose }: { taken: readonly Field[]; onClose: () => void }) {
  if (taken.length === 0) return null;
  return (
    <div className="note" role="status">
      <p className="grow">
        Somebody saved meanwhile. Taken over: {taken.map((f) => f.label.toLowerCase()).join(', ')}.
      </p>
      <Button size="compact-sm" variant="default" onClick={onClose}>
        Good
      </Button>
    </div>
  );
}

interface LinksProps {
  problems: readonly Problem[];
  /** Ids of the reference items, by which their fields are named. */
  ids: readonly string[];
  onGo: (field: string) => void;
  ref: Ref<HTMLElement>;
}

/** What stands in the way of a submission; each line leads to its field. */
export function ErrorLinks({ problems, ids, onGo, ref }: LinksProps) {
  const isBlank = (p: Problem) => /^(?:is empty$|has no label)/.test(p.message);
  const blank = problems.filter(isBlank);
  const others = blank.length > 1 ? problems.filter((p) => !isBlank(p)) : problems;
  return (
    <section className="errorlinks" ref={ref} tabIndex={-1} aria-labelledby="errorlinks">
      <h2 id="errorlinks">{plural(problems.length, 'thing')} to see to before it can be submitted</h2>
      <ul>
        {blank.length > 1 && (
          <li className="blanks">
            <b>Still empty</b>
            <span>
              {blank.map((p) => (
                <button key={p.field} type="button" className="linkish" onClick={() => onGo(p.field)}>
                  {fieldWords(p.field, ids)}
                </button>
              ))}
            </span>
          </li>
        )}
        {others.map((p) => (
          <li key={`${p.rule} ${p.field} ${p.message}`}>
            <button type="button" className="linkish" onClick={() => onGo(p.field)}>
              {fieldWords(p.field, ids)}
            </button>
            <span>{p.message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why the last round sent the item back; nobody is named. */
export function ReturnedNote({ returned }: { returned: Returned | null }) {
  if (!returned) return null;
  return (
    <section className="returned" aria-labelledby="returned-title">
      <h2 id="returned-title">It came back: the reviewers of round {returned.round} did not agree</h2>
      <ul>
        {returned.reasons.map((reason, place) => (
          <li key={`${reason.judgement} ${place}`}>
            {reason.judgement && <b>{words(reason.judgement)}</b>} {reason.labels.join(', ')}
            {reason.note && <q>{reason.note}</q>}
            {reason.pins.map((pin) => (
              <span key={pin.time_s} className="num">
                {' '}
                at {pin.time_s.toFixed(1)} s{pin.note && <q>{pin.note}</q>}
              </span>
            ))}
          </li>
        ))}
      </ul>
      <p className="f12 t2">
        Change what they stumbled over and submit again; other reviewers will look at it.
      </p>
    </section>
  );
}
