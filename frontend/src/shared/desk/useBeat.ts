import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client';
import { sendBeat, type VideoLoss } from './api';
import { beginActivity, signed, ticked, told } from './activity';

const EVERY_MS = 30_000;
const TICK_MS = 1_000;
const BREAK_MS = 15 * 60_000;
const SIGNS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'input'] as const;

/** Why the item is no longer this person's. */
export interface Lost {
  code: string;
  message: string;
}

/** Keeps the reservation while the page is open, for a quarter of an hour of break at most, and tells the seconds of
 *  real work. `lost` says that the item is somebody else's or free again. */
export function useBeat(slug: string, id: string, pausedAt: number | null) {
  const [until, setUntil] = useState<{ id: string; at: string | null } | null>(null);
  const [lost, setLost] = useState<(Lost & { id: string }) | null>(null);
  const [loss, setLoss] = useState<(VideoLoss & { id: string }) | null>(null);
  const activity = useRef(beginActivity(0));
  const paused = useRef(pausedAt);
  useEffect(() => {
    paused.current = pausedAt;
  }, [pausedAt]);
  useEffect(() => {
    activity.current = beginActivity(Date.now());
    let gone = false;
    const sign = () => {
      activity.current = signed(activity.current, Date.now());
    };
    const tick = () => {
      const seen = document.visibilityState === 'visible' && paused.current === null;
      const playing = [...document.querySelectorAll('video')].some((video) => !video.paused);
      activity.current = ticked(activity.current, Date.now(), seen, playing);
    };
    const beat = async (keepalive = false) => {
      if (gone || (paused.current !== null && Date.now() - paused.current > BREAK_MS)) return;
      const { untold } = activity.current;
      try {
        const { expires_at, video_loss } = await sendBeat(slug, id, Math.round(untold / 100) / 10, keepalive);
        activity.current = told(activity.current, untold);
        setUntil({ id, at: expires_at });
        setLost(null);
        setLoss(video_loss && { ...video_loss, id });
      } catch (error) {
        if (error instanceof ApiError && [403, 404, 409, 410].includes(error.status))
          setLost({ id, code: error.code, message: error.message });
      }
    };
    const leave = () => {
      tick();
      void beat(true);
      gone = true;
    };
    for (const name of SIGNS) document.addEventListener(name, sign, { passive: true });
    window.addEventListener('pagehide', leave);
    const ticking = window.setInterval(tick, TICK_MS);
    const beating = window.setInterval(() => void beat(), EVERY_MS);
    return () => {
      for (const name of SIGNS) document.removeEventListener(name, sign);
      window.removeEventListener('pagehide', leave);
      window.clearInterval(ticking);
      window.clearInterval(beating);
      gone = true;
    };
  }, [slug, id]);
  return {
    until: until?.id === id ? until.at : undefined,
    lost: lost?.id === id ? lost : null,
    /** The item's video went away while the page was open. */
    loss: loss?.id === id ? loss : null,
    found: () => setLost(null),
    /** The seconds that the last beat has not told of, for the end of the item. */
    untold: () => activity.current.untold / 1000,
  };
}
