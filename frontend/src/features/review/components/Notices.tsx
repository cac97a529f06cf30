import type { Kind } from '../model/judging';
import { IconArrowBackUp, IconCloudOff, IconCopyCheck, IconHourglass } from '@tabler/icons-react';

interface Props {
  what: Kind;
  signedOut: boolean;
  offlineSince: Date | null;
  pending: number;
  otherTab: boolean;
  ended: string | null;
  /** Why the last verdict could not be taken back. */
  notUndone: string | null;
}

const at = (time: Date) => time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Thin bars over the page: never a window, never a lost word. */
export function Notices({ what, signedOut, offlineSince, pending, otherTab, ended, notUndone }: Props) {
  return (
    <div role="status" className="notices">
      {offlineSince && (
        <p className="bar warn">
          <IconCloudOff size={15} aria-hidden />
          Offline since {at(offlineSince)}. Verdicts are kept here and sent later ({pending}).
        </p>
      )}
      {signedOut && (
        <p className="bar warn">
          <IconCloudOff size={15} aria-hidden />
          You were signed out. Verdicts are kept here ({pending}); <a href="/login">sign in</a> and they are
          sent.
        </p>
      )}
      {otherTab && (
        <p className="bar">
          <IconCopyCheck size={15} aria-hidden />
          This {what} is open in another tab as well. It is the same lease: decide in one of them.
        </p>
      )}
      {notUndone && (
        <p className="bar warn">
          <IconArrowBackUp size={15} aria-hidden />
          {notUndone}
        </p>
      )}
      {ended && (
        <p className="bar warn">
          <IconHourglass size={15} aria-hidden />
          {ended} Your text is kept in this browser.
        </p>
      )}
    </div>
  );
}
