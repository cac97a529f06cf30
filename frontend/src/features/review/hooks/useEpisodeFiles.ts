import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlayerClock } from '../../../shared/player/clock';
import { ontoClock, type LaneData } from '../../../shared/player/lanes';
import { lookOf } from '../../../shared/player/settings';
import type { SceneParts, ViewpointTrack } from '../../../shared/scene3d/OrbitView';
import { useMotions, type Placed } from '../../../shared/scene3d/useMotions';
import { framesQuery, useBytes } from '../api/files';
import type { Clip, ClipFrame, EpisodeView } from '../api/types';

export interface EpisodeFiles {
  placed: readonly Placed[] | null;
  parts: SceneParts | null;
  tracks: readonly ViewpointTrack[];
  lanes: readonly LaneData[];
  /** Something that the 3D view needs did not come. */
  failed: boolean;
}

/** What the stage needs besides the videos, decoded once. Parts that have not come yet are null or empty. */
export function useEpisodeFiles(episode: EpisodeView, clock: PlayerClock): EpisodeFiles {
  const stageFile = useBytes(episode.scene.stage_url);
  const avatarFile = useBytes(episode.avatar_url);
  const motions = useMotions(episode.people);
  const frames = useQueries({
    queries: episode.clips.map((clip) => framesQuery(clip.frames_url)),
    combine: (results) => results.map((result) => result.data?.frames),
  });
  const tracks = useMemo(
    () => episode.clips.map((clip, i) => trackOf(clip, frames[i] ?? [])),
    [episode, frames],
  );
  const lanes = useMemo(
    () =>
      episode.clips.map((clip, i) => ({
        setting: clip.setting,
        values: ontoClock(
          (frames[i] ?? []).map((frame) => frame.visible_fraction),
          clip.fps,
          clock.timeline,
        ),
      })),
    [episode, frames, clock],
  );
  const complete = episode.clips.every((_, i) => frames[i]);
  const [stage, avatar] = [stageFile.data, avatarFile.data];
  const { placed } = motions;
  const failed = stageFile.isError || avatarFile.isError || motions.failed;
  const parts = useMemo<SceneParts | null>(
    () =>
      stage && avatar && placed && complete
        ? { stage, avatar, robot: episode.robot_start, viewpoints: tracks, people: placed }
        : null,
    [stage, avatar, placed, complete, tracks, episode],
  );
  return { placed, parts, tracks, lanes, failed };
}

function trackOf(clip: Clip, frames: readonly ClipFrame[]): ViewpointTrack {
  return {
    id: clip.setting,
    color: lookOf(clip.setting).onWell,
    hfovDeg: clip.camera.hfov_deg,
    aspect: clip.width / clip.height,
    fps: clip.fps,
    poses: frames.map((frame) => frame.camera),
  };
}
