import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/client';
import { giveVideoBack, keepVideo, takeVideo } from './api';

/** Whether the video is this person's to write about, and if not, why. */
export type Hold =
  | { state: 'asking' }
  | { state: 'mine'; until: string }
  /** Others have it, or its time ran out; `says` is for people. */
  | { state: 'taken' | 'ended' | 'lost'; says: string }
  /** Given back or done with, by themselves. */
  | { state: 'left' };

const EVERY_MS = 30_000;
const LOST = ['item.video_refused', 'item.video_withdrawn', 'item.no_video', 'video.no_video'];

/** What a refusal says; null where it only did not get through: the next sign of life asks again. */
function afterRefusal(error: unknown): Hold | null {
  if (!(error instanceof ApiError) || ![403, 404, 409, 410].includes(error.status)) return null;
  const lost = LOST.includes(error.code) || error.status === 404 || error.status === 410;
  return { state: lost ? 'lost' : error.code === 'video.reserved' ? 'taken' : 'ended', says: error.message };
}

/** Takes the video when the page opens and keeps it while it is looked at. */
export function useHold(slug: string, video: string) {
  const [hold, setHold] = useState<Hold>({ state: 'asking' });
  const held = useRef(false);
  const take = useCallback(async () => {
    try {
      const { expires_at } = await takeVideo(slug, video);
      held.current = true;
      setHold({ state: 'mine', until: expires_at });
    } catch (error) {
      const after = afterRefusal(error);
      held.current = false;
      if (after) setHold(after);
    }
  }, [slug, video]);
  useEffect(() => {
    let gone = false;
    // oxlint-disable-next-line react/set-state-in-effect
    void take();
    const keep = async () => {
      if (gone || !held.current || document.visibilityState === 'hidden') return;
      try {
        const { expires_at } = await keepVideo(slug, video);
        if (!gone && held.current) setHold({ state: 'mine', until: expires_at });
      } catch (error) {
        const after = afterRefusal(error);
        if (gone || !after) return;
        held.current = false;
        setHold(after);
      }
    };
    const beating = window.setInterval(() => void keep(), EVERY_MS);
    return () => {
      gone = true;
      window.clearInterval(beating);
    };
  }, [slug, video, take]);
  const leave = () => {
    held.current = false;
    setHold({ state: 'left' });
  };
  return {
    hold,
    take: () => void take(),
    /** The server has ended it, because nothing is in the making any more. */
    leave,
    giveBack: async () => {
      await giveVideoBack(slug, video);
      leave();
    },
  };
}
export type Holding = ReturnType<typeof useHold>;
