import { Button } from '@mantine/core';
import type { Returned } from '../../../shared/desk';
import { words } from '../../../shared/lib/format';
import type { Lost } from '../hooks/useBeat';

/** The item is somebody else's now, or free: nothing written here is gone. */
export function LostNote({
  lost,
  onTakeAgain,
  onNext,
}: {
  lost: Lost;
  onTakeAgain: () => void;
  onNext: () => void;
}) {
  return (
    <div className="note warn" role="alert">
      <div className="grow">
        <p>{lost.message}</p>
        <div className="row wrap wb-noteacts">
          {lost.code !== 'item.not_found' && (
            <Button size="compact-sm" onClick={onTakeAgain}>
              {lost.code === 'item.reserved' ? 'Ask again' : 'Take it again'}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={onNext}>
            Next item
          </Button>
        </div>
      </div>
    </div>
  );
}

export function OtherTabNote() {
  return (
    <div className="note" role="status">
      <p>This item is open in another tab too. What you save here and there is joined.</p>
    </div>
  );
}

/** Why the last round sent the item back; nobody is named. */
export function ReturnedNote({ returned }: { returned: Returned | null }) {
  if (!returned) return null;
  return (
    <section className="wb-returned" aria-labelledby="returned-title">
      <h2 id="returned-title">It came back: the reviewers of round {returned.round} did not agree</h2>
      <ul>
        {returned.reasons.map((reason, place) => (
          <li key={`${reason.judgement} ${place}`}>
            <b>{words(reason.judgement)}</b> {reason.codes.map(words).join(', ')}
            {reason.note && <q>{reason.note}</q>}
          </li>
        ))}
      </ul>
      <p className="f12 t2">
        Change what they stumbled over and submit again; other reviewers will look at it.
      </p>
    </section>
  );
}
