import { ActionIcon, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconArrowsExchange } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { K } from '../../../shared/keys';
import { RoomMap } from '../../../shared/map/RoomMap';
import { ClipView } from '../../../shared/player/ClipView';
import type { PlayerClock } from '../../../shared/player/clock';
import { LaneStack } from '../../../shared/player/LaneStack';
import type { TimeMark } from '../../../shared/player/lanes';
import { useClockPart } from '../../../shared/player/usePlayer';
import { clipQuery, useMap } from '../api/files';
import type { EpisodeView } from '../api/types';
import { useEpisodeFiles } from '../hooks/useEpisodeFiles';
import { quantity } from '../model/facts';
import { Transport } from './Transport';

const OrbitView = lazy(() =>
  import('../../../shared/scene3d/OrbitView').then((module) => ({ default: module.OrbitView })),
);

interface Props {
  episode: EpisodeView;
  clock: PlayerClock;
  chosen: string;
  large: boolean;
  /** The clips stand the other way round; the clock and what is chosen stay. */
  swapped: boolean;
  onSwap: () => void;
  marks: readonly TimeMark[];
  onChoose: (setting: string) => void;
  onClip: (setting: string, state: 'ready' | 'failed') => void;
}

/** Clips, room, map and time: everything that moves with the one clock. */
export function Stage(props: Props) {
  const { episode, clock, chosen, large, marks, onChoose, onClip } = props;
  const files = useEpisodeFiles(episode, clock);
  const map = useMap(episode.scene.map_url);
  const videos = useQueries({ queries: episode.clips.map((clip) => clipQuery(clip.video_url)) });
  const still =
    episode.clips.find((clip) => clip.setting === 'P-Ref')?.poster_url ?? episode.clips[0]?.poster_url;
  return (
    <section
      className={large ? 'stage large' : 'stage'}
      aria-label="Clips, room and time"
      data-clips={episode.clips.length}
    >
      <div className="clips">
        {episode.clips.map((clip, i) => (
          <div
            key={clip.id}
            className="clip-cell"
            // Moved by its style: a video that moves in the document stops.
            style={{ order: props.swapped ? -i : i }}
            hidden={large && clip.setting !== chosen}
          >
            <ClipView
              clock={clock}
              setting={clip.setting}
              src={videos[i]?.data ?? (videos[i]?.isError ? clip.video_url : undefined)}
              poster={clip.poster_url ?? undefined}
              aspect={clip.width / clip.height}
              chosen={clip.setting === chosen}
              onChoose={() => onChoose(clip.setting)}
              onState={(state) => onClip(clip.setting, state)}
            >
              <Now clock={clock} values={files.lanes.find((lane) => lane.setting === clip.setting)?.values} />
            </ClipView>
          </div>
        ))}
      </div>
      <div className="lower">
        <div className="well">
          <Suspense
            fallback={
              <p className="scene3d-note" role="status">
                Loading the 3D view …
              </p>
            }
          >
            <OrbitView
              clock={clock}
              parts={files.parts}
              chosen={chosen}
              failed={files.failed}
              still={still ?? null}
            />
          </Suspense>
          <span className="tag rev-tag">
            3D
            <span>
              drag to turn · <K id="view.next" /> next camera
            </span>
          </span>
        </div>
        <div className="well">
          <RoomMap
            map={map}
            people={episode.people}
            placed={files.placed}
            robot={episode.robot_start}
            anchor={episode.anchor}
            tracks={files.tracks}
            clock={clock}
            chosen={chosen}
          />
          <span className="tag rev-tag">Map</span>
        </div>
      </div>
      <div className="scrub card">
        <Transport clock={clock}>
          {episode.clips.length > 1 && <Swap {...props} />}
          <CheckNote marks={marks} clock={clock} />
        </Transport>
        <LaneStack clock={clock} lanes={files.lanes} marks={marks} />
      </div>
    </section>
  );
}

function Swap({ large, swapped, onSwap }: Props) {
  return (
    <>
      <Tooltip
        label={
          <>
            Swap left and right <K id="view.swap" />
          </>
        }
      >
        <ActionIcon
          aria-label="Swap the clips"
          aria-pressed={swapped}
          color="brand"
          variant={swapped ? 'light' : 'subtle'}
          disabled={large}
          onClick={onSwap}
        >
          <IconArrowsExchange size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {large && (
        <span className="row f12 t3 rev-keys">
          <K id="view.next" />
          the other clip at this moment
        </span>
      )}
    </>
  );
}

function Now({ clock, values }: { clock: PlayerClock; values: readonly (number | null)[] | undefined }) {
  const frame = useClockPart(clock, (state) => state.frame);
  if (!values) return null;
  const value = values[frame] ?? null;
  return (
    <span className="tag clipview-now num">
      {value === null ? 'person out of picture' : `${quantity(value, 'share')} visible`}
    </span>
  );
}

/** The first check that does not pass, as a chip that jumps to where it happens. */
function CheckNote({ marks, clock }: { marks: readonly TimeMark[]; clock: PlayerClock }) {
  const first = marks.find((mark) => mark.kind === 'check');
  if (!first) return null;
  return (
    <button
      type="button"
      className="chip warn end rev-jump"
      onClick={() => {
        clock.pause();
        clock.seek(first.frame);
      }}
    >
      <IconAlertTriangle size={13} stroke={2} aria-hidden />
      {first.label}
    </button>
  );
}
