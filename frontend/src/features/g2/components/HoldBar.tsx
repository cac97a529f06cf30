import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { K } from '../../../shared/keys';
import { clock, shortDay } from '../../../shared/lib/format';
import { TopBarSlot } from '../../../shared/ui/chrome';
import { ErrorNote } from '../../../shared/ui/states';
import { useNextVideo } from '../useNextVideo';
import type { Holding } from '../useHold';

/** Whose the video is and until when, and the ways to leave it. */
export function HoldBar({
  slug,
  video,
  holding,
  onSkip,
}: {
  slug: string;
  video: string;
  holding: Holding;
  onSkip: () => void;
}) {
  const [, go] = useLocation();
  const { hold, take, giveBack } = holding;
  const next = useNextVideo(slug);
  const [failure, setFailure] = useState<unknown>(null);
  const back = async () => {
    setFailure(null);
    try {
      await giveBack();
      go(`/p/${slug}/g2`);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <TopBarSlot>
        {hold.state === 'mine' && (
          <span className="chip num">
            Yours until {shortDay(hold.until)}
            {clock(hold.until)}
          </span>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          rightSection={<K id="skip" />}
          onClick={onSkip}
        >
          Skip
        </Button>
        {hold.state === 'mine' && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void back()}>
            Give it back
          </Button>
        )}
      </TopBarSlot>
      {(hold.state === 'taken' || hold.state === 'ended') && (
        <div className="note warn g2-hold" role="alert">
          <p className="grow">{hold.says}</p>
          <Button size="compact-sm" onClick={take}>
            {hold.state === 'taken' ? 'Ask again' : 'Take it again'}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={next.busy}
            onClick={() => void next.start(video)}
          >
            Another video
          </Button>
        </div>
      )}
      {next.says && (
        <div className="note g2-hold" role="status">
          <p>{next.says}</p>
        </div>
      )}
      {(failure !== null || next.failure !== null) && <ErrorNote error={failure ?? next.failure} />}
    </>
  );
}
