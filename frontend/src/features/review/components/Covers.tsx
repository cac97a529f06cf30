import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { clockSeconds } from '../../../shared/lib/format';
import type { Refused } from '../hooks/useSubmissions';

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
        {reply.detail} What was left out is your {sending.verdict ?? 'skip'} of{' '}
        {clockSeconds(sending.made_at)}.
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
