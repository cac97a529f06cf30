import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlayerClock } from '../../../shared/player/clock';
import { ontoClock, type LaneData } from '../../../shared/player/lanes';
import { lookOf } from '../../../shared/player/settings';
import { decodeMotion, type AvatarMotion } from '../../../shared/scene3d/motion';
import type { SceneParts, ViewpointTrack } from '../../../shared/scene3d/OrbitView';
import { AVATAR_URL, framesQuery, useBytes } from '../api/files';
import type { Clip, ClipFrame, EpisodeView } from '../api/types';

export interface EpisodeFiles {
  motion: AvatarMotion | null;
  parts: SceneParts | null;
  tracks: readonly ViewpointTrack[];
  lanes: readonly LaneData[];
  /** Something that the 3D view needs did not come. */
  failed: boolean;
}

const TOPS: Record<string, string> = { yellow: '#d9b23c', green: '#4f9a66', grey: '#8d939c' };

/** What the stage needs besides the videos, decoded once. Parts that have not come yet are null or empty. */
export function useEpisodeFiles(episode: EpisodeView, clock: PlayerClock): EpisodeFiles {
  const stageFile = useBytes(episode.scene.stage_url);
  const avatarFile = useBytes(AVATAR_URL);
  const motionFile = useBytes(episode.motion.retargeted_url);
  const frames = useQueries({
    queries: episode.clips.map((clip) => framesQuery(clip.frames_url)),
    combine: (results) => results.map((result) => result.data?.frames),
  });
  const motion = useMemo(() => decoded(motionFile.data), [motionFile.data]);
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
  const failed =
    [stageFile, avatarFile, motionFile].some((file) => file.isError) ||
    (motionFile.data !== undefined && motion === null);
  const parts = useMemo<SceneParts | null>(() => {
    if (!stage || !avatar || !motion || !complete) return null;
    const { position, yaw, tops } = episode.motion;
    const color = TOPS[tops?.[0] ?? ''];
    return {
      stage,
      avatar,
      robot: episode.robot_start,
      viewpoints: tracks,
      people: [{ motion, placement: { position, yaw, ...(color ? { color } : {}) } }],
    };
  }, [stage, avatar, motion, complete, tracks, episode]);
  return { motion, parts, tracks, lanes, failed };
}

function decoded(bytes: ArrayBuffer | undefined): AvatarMotion | null {
  if (!bytes) return null;
  try {
    return decodeMotion(bytes);
  } catch {
    return null;
  }
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
