import { Button } from '@mantine/core';
import type { Lost } from '../../../shared/desk';

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
          {!['item.not_found', 'item.withdrawn'].includes(lost.code) && (
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
