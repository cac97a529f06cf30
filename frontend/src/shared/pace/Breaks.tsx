import { Button } from '@mantine/core';
import { IconCoffee } from '@tabler/icons-react';
import { K, usePageKeys } from '../keys';
import { LONG_ROW, type Break } from './pace';
import './pace.css';

/** The stage is blank, the clock stands. */
export function BreakCover({ what, onResume }: { what: string; onResume: () => void }) {
  usePageKeys({ break: onResume, play: onResume, close: onResume });
  return (
    <div className="cover" role="region" aria-labelledby="break-title">
      <IconCoffee size={30} stroke={1.5} aria-hidden />
      <h2 id="break-title">On a break</h2>
      <p className="t2">
        Nothing is shown and nothing counts. This {what} stays yours for 15 minutes; what you wrote is kept.
      </p>
      <Button size="sm" onClick={onResume} rightSection={<K id="break" fill />}>
        Go on
      </Button>
    </div>
  );
}

/** Between two items, once, and easy to wave away. */
export function BreakDue({
  what,
  minutes,
  pause,
  onBreak,
  onLater,
}: {
  what: string;
  minutes: number;
  pause: Break;
  onBreak: () => void;
  onLater: () => void;
}) {
  usePageKeys({ break: onBreak, close: onLater, play: onLater });
  return (
    <div className="cover" role="region" aria-labelledby="due-title">
      <IconCoffee size={30} stroke={1.5} aria-hidden />
      <h2 id="due-title">
        {pause.why === 'time' ? `${minutes} minutes of work.` : `${LONG_ROW} times the same verdict.`}{' '}
        {pause.minutes} minutes of something else?
      </h2>
      <p className="t2">
        {pause.why === 'time'
          ? `What you did is kept. The next ${what} waits.`
          : 'That may well be right. A pause shows whether it is. Nobody else is told.'}
      </p>
      <div className="row">
        <Button size="sm" onClick={onBreak} rightSection={<K id="break" fill />}>
          Take a break
        </Button>
        <Button size="sm" variant="default" onClick={onLater} rightSection={<K id="close" />}>
          Not now
        </Button>
      </div>
    </div>
  );
}
