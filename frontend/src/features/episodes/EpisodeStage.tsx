import { ActionIcon } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { K, useKeys } from '../../shared/keys';
import { RoomMap } from '../../shared/map/RoomMap';
import { ClipView } from '../../shared/player/ClipView';
import { PlayerClock } from '../../shared/player/clock';
import type { TimeMark } from '../../shared/player/lanes';
import { LaneStack } from '../../shared/player/LaneStack';
import { playerKeys } from '../../shared/player/playerKeys';
import { commonTimeline, timecode } from '../../shared/player/timeline';
import { useClock } from '../../shared/player/usePlayer';
import { OrbitView } from '../../shared/scene3d/OrbitView';
import type { EpisodeDetail } from './api';
import { Measures } from './Measures';
import { useEpisodeFiles } from './useEpisodeFiles';

/** Clips, room, map and lanes on one clock, as reviewers see them, for looking only. */
export function EpisodeStage({ episode, marks }: { episode: EpisodeDetail; marks: readonly TimeMark[] }) {
  const first = episode.people[0];
  const [clock] = useState(
    () =>
      new PlayerClock(
        episode.clips.length > 0
          ? commonTimeline(episode.clips)
          : { fps: first?.fps || 12, frames: Math.max(1, first?.frames ?? 1) },
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
          <RoomMap
            map={files.map}
            people={episode.people}
            placed={files.placed}
            robot={episode.robot_start}
            anchor={episode.anchor}
            tracks={files.tracks}
            clock={clock}
            chosen={chosen}
          />
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
