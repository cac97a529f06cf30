import { Button, CopyButton } from '@mantine/core';
import { IconVideoOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { VideoLoss } from './api';
import './desk.css';

/** QU105: the video of what somebody writes went away: what and why, what becomes of the text, what can be done. */
export function LossNote({
  loss,
  text,
  children,
}: {
  loss: VideoLoss;
  /** What was written, to take along. */
  text?: string;
  children?: ReactNode;
}) {
  return (
    <section className="videoloss" role="alert" aria-labelledby="videoloss">
      <h2 id="videoloss">
        <IconVideoOff size={17} aria-hidden /> The video of this item is gone
      </h2>
      <p>{loss.message}</p>
      <p className="f12 t2">
        Nothing of the video is shown any more. You can read and change what you wrote, and it is saved; it
        can be submitted once the video is back. If it does not come back, a maintainer decides about the
        item.
      </p>
      <div className="row wrap">
        {text && (
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy my text'}
              </Button>
            )}
          </CopyButton>
        )}
        {children}
      </div>
    </section>
  );
}
