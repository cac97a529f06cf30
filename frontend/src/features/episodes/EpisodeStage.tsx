import { ActionIcon } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { K, useKeys } from '../../shared/keys';
import { TopDownMap } from '../../shared/map/TopDownMap';
import { ClipView } from '../../shared/player/ClipView';
import { PlayerClock } from '../../shared/player/clock';
import type { TimeMark } from '../../shared/player/lanes';
import { LaneStack } from '../../shared/player/LaneStack';
import { playerKeys } from '../../shared/player/playerKeys';
import { lookOf } from '../../shared/player/settings';
import { commonTimeline, startOf, timecode } from '../../shared/player/timeline';
import { useClock } from '../../shared/player/usePlayer';
import { headingAt, phaseAt } from '../../shared/scene3d/motion';
import { OrbitView } from '../../shared/scene3d/OrbitView';
import type { EpisodeDetail } from './api';
import { Measures } from './Measures';
import { useEpisodeFiles } from './useEpisodeFiles';

function RoomMap({
  episode,
  files,
  clock,
  chosen,
}: {
  episode: EpisodeDetail;
  files: ReturnType<typeof useEpisodeFiles>;
  clock: PlayerClock;
  chosen: string;
}) {
  const { frame } = useClock(clock);
  const { map, motion, tracks, way } = files;
  if (!map.data)
    return (
      <p className="scene3d-note" role="status">
        {map.isError ? 'The map could not be loaded.' : 'Loading the map'}
      </p>
    );
  const { motion: placed, robot_start: robot } = episode;
  const at = motion ? phaseAt(motion, startOf(clock.timeline, frame))[0] : 0;
  const cameras = tracks.flatMap((t) => {
    const pose = t.poses[Math.min(t.poses.length - 1, frame)];
    return pose
      ? [
          {
            id: t.id,
            color: lookOf(t.id).onWell,
            position: [pose.position[0], pose.position[2]] as const,
            yaw: pose.yaw,
            hfovDeg: t.hfovDeg,
            chosen: t.id === chosen,
          },
        ]
      : [];
  });
  return (
    <TopDownMap
      scene={map.data}
      cameras={cameras}
      robot={{ position: [robot.position[0], robot.position[2]], yaw: robot.yaw }}
      person={{
        position: way?.[at] ?? [placed.position[0], placed.position[2]],
        heading: motion ? headingAt(motion, at, placed.yaw) : placed.yaw,
        ...(way ? { path: way } : {}),
      }}
    />
  );
}

/** Clips, room, map and lanes on one clock, as reviewers see them, for looking only. */
export function EpisodeStage({ episode, marks }: { episode: EpisodeDetail; marks: readonly TimeMark[] }) {
  const [clock] = useState(
    () =>
      new PlayerClock(
        episode.clips.length > 0
          ? commonTimeline(episode.clips)
          : { fps: episode.motion.fps || 12, frames: Math.max(1, episode.motion.frames) },
      ),
  );
  const [chosen, setChosen] = useState(episode.clips[0]?.setting ?? '');
  const files = useEpisodeFiles(episode, clock.timeline);
  const { frame, playing } = useClock(clock);
  const settings = episode.clips.map((c) => c.setting);
  useKeys({
    ...playerKeys(clock),
    'view.next': () =>
      setChosen((c) => settings[(settings.indexOf(c) + 1) % Math.max(1, settings.length)] ?? c),
  });
  const still = episode.clips[0]?.poster_url ?? null;
  return (
    <section className="card ep-stage" aria-label="Clips, room and time">
      {episode.clips.length > 0 && (
        <div className="ep-clips">
          {episode.clips.map((c) => (
            <ClipView
              key={c.id}
              clock={clock}
              setting={c.setting}
              src={c.video_url}
              poster={c.poster_url ?? undefined}
              aspect={c.width / c.height}
              chosen={c.setting === chosen}
              onChoose={() => setChosen(c.setting)}
              onState={() => undefined}
            />
          ))}
        </div>
      )}
      <div className="ep-lower">
        <div className="well">
          <OrbitView clock={clock} parts={files.parts} chosen={chosen || null} still={still} />
          <span className="tag tl">
            3D<span>drag to turn</span>
          </span>
        </div>
        <div className="well">
          <RoomMap episode={episode} files={files} clock={clock} chosen={chosen} />
          <span className="tag tl">Map</span>
        </div>
      </div>
      <div className="ep-time">
        <div className="row">
          <ActionIcon
            variant="filled"
            color="brand"
            onClick={() => clock.toggle()}
            aria-label={playing ? 'Pause' : 'Play'}
          >
            {playing ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
          </ActionIcon>
          <span className="tc num">{timecode(clock.timeline, frame)}</span>
          <span className="t3 f12 num">
            frame {frame + 1} of {clock.timeline.frames}
          </span>
          <span className="row f12 t3 hide-s end">
            <K id="play" />
            play <K id="frame.back" />
            <K id="frame.forward" />
            frame <K id="view.next" />
            camera
          </span>
        </div>
        {files.lanes.length > 0 ? (
          <LaneStack clock={clock} lanes={files.lanes} marks={marks} />
        ) : (
          <p className="t3 f12">No clip yet: the room shows where the motion will be.</p>
        )}
        <Measures clock={clock} clip={episode.clips.find((c) => c.setting === chosen)} />
      </div>
    </section>
  );
}
