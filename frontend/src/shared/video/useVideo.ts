import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api } from '../api/client';
import { PlayerClock } from '../player/clock';
import { parseFrames, type FrameTable } from './frames';
import { parsePeaks, type Peaks } from './peaks';
import type { VideoSource } from './types';

/** A video that can be played: its frames are known, its clock runs. */
export interface Video {
  source: VideoSource;
  table: FrameTable;
  clock: PlayerClock;
  /** null: there is no sound; undefined: its levels are not here yet, or never will be. */
  peaks: Peaks | null | undefined;
}

export type VideoState =
  | { status: 'loading'; waiting: string }
  | { status: 'failed'; problem: string; retry: () => void }
  | { status: 'ready'; video: Video };

/** Files named by their content never change. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: 300_000, retry: 1 } as const;

export const framesQuery = (url: string | null) => ({
  queryKey: ['video frames', url],
  enabled: url !== null,
  queryFn: async ({ signal }: { signal: AbortSignal }) => parseFrames(await api.bytes(url!, { signal })),
  ...KEPT,
});

export const peaksQuery = (url: string | null) => ({
  queryKey: ['video peaks', url],
  enabled: url !== null,
  queryFn: async ({ signal }: { signal: AbortSignal }) => parsePeaks(await api.bytes(url!, { signal })),
  ...KEPT,
});

/** Loads what the player needs to know about a video; one clock for as long as it is the same video. */
export function useVideo(source: VideoSource | null | undefined): VideoState {
  const url = source?.frames_url ?? null;
  const frames = useQuery(framesQuery(url));
  const peaksUrl = source?.peaks_url ?? null;
  const peaks = useQuery(peaksQuery(peaksUrl));
  const table = frames.data;
  const id = source?.id;
  // A new clock for a new video, even where two have the same frames.
  // oxlint-disable-next-line react/exhaustive-deps
  const clock = useMemo(() => (table ? startStill(table) : null), [table, id]);
  useEffect(() => () => clock?.pause(), [clock]);
  if (!source) return { status: 'loading', waiting: 'the video' };
  if (!source.proxy || url === null) return { status: 'loading', waiting: 'the video to be prepared' };
  if (frames.isError)
    return { status: 'failed', problem: frames.error.message, retry: () => void frames.refetch() };
  if (!table || !clock) return { status: 'loading', waiting: 'the frames of the video' };
  return {
    status: 'ready',
    video: { source, table, clock, peaks: peaksUrl === null ? null : peaks.data },
  };
}

/** Long videos stop at their end; what loops is a span. */
function startStill(table: FrameTable): PlayerClock {
  const clock = new PlayerClock(table.timeline);
  clock.setLoop(false);
  return clock;
}
