import { useMemo } from 'react';
import type { PlayerClock } from '../player/clock';
import { lookOf } from '../player/settings';
import { startOf } from '../player/timeline';
import { useClockPart } from '../player/usePlayer';
import { groundPath, headingAt, phaseAt } from '../scene3d/motion';
import type { ViewpointTrack } from '../scene3d/OrbitView';
import { cycleOf, personInWords, topLook, type PersonView } from '../scene3d/people';
import type { Placed } from '../scene3d/useMotions';
import type { MapScene } from './plan';
import { TopDownMap, type MapPerson } from './TopDownMap';

interface Props {
  map: { data: MapScene | undefined; isError: boolean };
  people: readonly PersonView[];
  /** Null while their motions are on their way: they stand where they begin. */
  placed: readonly Placed[] | null;
  robot: { position: readonly [number, number, number]; yaw: number };
  anchor?: { kind: string; position: readonly [number, number, number]; yaw: number } | null;
  tracks: readonly ViewpointTrack[];
  clock: PlayerClock;
  chosen: string;
}

/** The room from above at the moment of the clock: everybody with their way, the robot's start and the cameras. */
export function RoomMap({ map, people, placed, robot, anchor = null, tracks, clock, chosen }: Props) {
  const frame = useClockPart(clock, (state) => state.frame);
  const ways = useMemo(
    () =>
      placed?.map(({ motion, placement }) =>
        groundPath(motion, placement.position as [number, number, number], placement.yaw),
      ) ?? null,
    [placed],
  );
  if (!map.data)
    return (
      <p className="scene3d-note" role={map.isError ? 'alert' : 'status'}>
        {map.isError ? 'The map could not be loaded.' : 'Loading the map …'}
      </p>
    );
  const seconds = startOf(clock.timeline, frame);
  const cycle = placed ? cycleOf(placed.map(({ motion }) => motion)) : 1;
  const shown = people.map((person, i): MapPerson => {
    const look = {
      color: topLook(person.top).onWell,
      word: person.part ? `${person.top}${person.is_asked ? ', target' : ''}` : personInWords(person),
      isAsked: person.is_asked,
    };
    const [motion, path] = [placed?.[i]?.motion, ways?.[i]];
    if (!motion || !path)
      return { ...look, position: [person.position[0], person.position[2]], heading: person.yaw };
    const at = phaseAt(motion, seconds, cycle)[0];
    return {
      ...look,
      position: path[at] ?? [person.position[0], person.position[2]],
      heading: headingAt(motion, at, person.yaw),
      path,
    };
  });
  const cameras = tracks.flatMap((track) => {
    const pose = track.poses[Math.min(track.poses.length - 1, frame)];
    if (!pose) return [];
    return [
      {
        id: track.id,
        color: lookOf(track.id).onWell,
        position: [pose.position[0], pose.position[2]] as const,
        yaw: pose.yaw,
        hfovDeg: track.hfovDeg,
        chosen: track.id === chosen,
      },
    ];
  });
  return (
    <TopDownMap
      scene={map.data}
      people={shown}
      robot={{ position: [robot.position[0], robot.position[2]], yaw: robot.yaw }}
      anchor={
        anchor && {
          word: anchor.kind,
          position: [anchor.position[0], anchor.position[2]],
          yaw: anchor.yaw,
        }
      }
      cameras={cameras}
    />
  );
}
