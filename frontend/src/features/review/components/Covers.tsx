import { Button } from '@mantine/core';
import { IconCoffee, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { K } from '../../../shared/keys';
import type { Refused } from '../hooks/useSubmissions';
import type { Kind } from '../model/judging';
import { LONG_ROW, type Break } from '../model/pace';
import { usePageKeys } from '../../../shared/keys';

/** The stage is blank, the clock stands. */
export function BreakCover({ what, onResume }: { what: Kind; onResume: () => void }) {
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
  what: Kind;
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
        {pause.why === 'time' ? `${minutes} minutes of looking.` : `${LONG_ROW} times the same verdict.`}{' '}
        {pause.minutes} minutes of something else?
      </h2>
      <p className="t2">
        {pause.why === 'time'
          ? `Your last verdict is kept. The next ${what} waits.`
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

/** A verdict that the server did not count. No word of it is lost. */
export function ConflictCover({ refused, onNext }: { refused: Refused; onNext: () => void }) {
  const { sending, reply } = refused;
  const note = 'note' in sending.body ? sending.body.note : '';
  return (
    <div
      className="cover"
      role="alertdialog"
      aria-labelledby="conflict-title"
      aria-describedby="conflict-text"
    >
      <h2 id="conflict-title">Your {sending.kind === 'skip' ? 'skip' : 'verdict'} was not counted</h2>
      <p className="t2" id="conflict-text">
        {reply.detail} You decided at {new Date(sending.made_at).toLocaleTimeString('en-GB')}
        {sending.verdict ? `: ${sending.verdict}` : ''}.
      </p>
      {note && <KeptNote note={note} />}
      <Button size="sm" onClick={onNext}>
        Next
      </Button>
      <p className="f12 t3">
        Code <span className="mono">{reply.code}</span>
      </p>
    </div>
  );
}

/** Words that were written for nothing the server took, to be read and copied. */
export function KeptNote({ note }: { note: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(note).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <blockquote className="kept-note">{note}</blockquote>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconCopy size={15} aria-hidden />}
        onClick={() => void copy()}
      >
        {copied ? 'Copied' : 'Copy my note'}
      </Button>
      {copied === false && (
        <p className="f12 t2" role="status">
          The browser does not allow copying here: select the text above.
        </p>
      )}
    </>
  );
}

/** The last verdict could not be sent: what is safe, and what it waits for. */
export function WaitingCover({ pending, signedOut }: { pending: number; signedOut: boolean }) {
  const kept = `${pending === 1 ? 'Your verdict is' : `Your ${pending} verdicts are`} kept in this browser`;
  return (
    <div className="cover" role="status">
      <h2>{signedOut ? 'You were signed out' : 'Waiting for the network'}</h2>
      <p className="t2">
        {signedOut
          ? `${kept}. Sign in again in another tab; sending goes on by itself.`
          : `${kept} and will be sent in order as soon as the server answers. You may leave this page open, or close it and come back.`}
      </p>
      {signedOut && (
        <Button component="a" href="/login" target="_blank" rel="noreferrer" size="sm">
          Sign in
        </Button>
      )}
    </div>
  );
}
