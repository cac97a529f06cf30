import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../shared/api/client';
import type { MapScene } from '../../shared/map/plan';
import { ontoClock, type LaneData } from '../../shared/player/lanes';
import { lookOf } from '../../shared/player/settings';
import type { Timeline } from '../../shared/player/timeline';
import type { SceneParts, ViewpointTrack } from '../../shared/scene3d/OrbitView';
import { useMotions } from '../../shared/scene3d/useMotions';
import type { ClipFrame, EpisodeDetail } from './api';

const KEEP = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 120_000,
  placeholderData: undefined,
  retry: false,
} as const;
const useBytes = (url: string) =>
  useQuery({ queryKey: ['file', url], queryFn: () => api.bytes(url), ...KEEP }).data;

/** Room, avatar, motion, frames and map of one episode, decoded once. */
export function useEpisodeFiles(episode: EpisodeDetail, timeline: Timeline) {
  const { clips } = episode;
  const stage = useBytes(episode.scene.stage_url);
  const avatar = useBytes(episode.avatar_url);
  const { placed } = useMotions(episode.people);
  const map = useQuery({
    queryKey: ['scene-map', episode.scene.map_url],
    queryFn: () => api.get<MapScene>(episode.scene.map_url),
    ...KEEP,
  });
  const frames = useQueries({
    queries: clips.map((c) => ({
      queryKey: ['frames', c.frames_url],
      queryFn: () => api.get<{ frames: ClipFrame[] }>(c.frames_url),
      ...KEEP,
    })),
    combine: (all) => all.map((q) => q.data?.frames),
  });
  const tracks = useMemo<ViewpointTrack[]>(
    () =>
      clips.map((c, i) => ({
        id: c.setting,
        color: lookOf(c.setting).onWell,
        hfovDeg: c.camera.hfov_deg,
        aspect: c.width / c.height,
        fps: c.fps,
        poses: (frames[i] ?? []).map((f) => f.camera),
      })),
    [clips, frames],
  );
  const lanes = useMemo<LaneData[]>(
    () =>
      clips.map((c, i) => ({
        setting: c.setting,
        values: ontoClock(
          (frames[i] ?? []).map((f) => f.visible_fraction),
          c.fps,
          timeline,
        ),
      })),
    [clips, frames, timeline],
  );
  const complete = clips.every((_, i) => frames[i]);
  const parts = useMemo<SceneParts | null>(
    () =>
      stage && avatar && placed && complete
        ? { stage, avatar, robot: episode.robot_start, viewpoints: tracks, people: placed }
        : null,
    [stage, avatar, placed, complete, tracks, episode],
  );
  return { map, placed, parts, tracks, lanes };
}
