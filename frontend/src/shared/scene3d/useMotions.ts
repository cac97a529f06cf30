import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api/client';
import { decodeMotion, type AvatarMotion } from './motion';
import { topLook, type PersonView } from './people';
import type { Placement } from './world';

export interface Placed {
  motion: AvatarMotion;
  placement: Placement;
  isAsked: boolean;
}

const KEPT_MS = 10 * 60_000;

export const motionQuery = (url: string) => ({
  queryKey: ['file', url],
  queryFn: () => api.bytes(url),
  staleTime: Infinity,
  gcTime: KEPT_MS,
});

/** The people of an episode with their motions, decoded once; null until everybody's is there. */
export function useMotions(people: readonly PersonView[]): {
  placed: readonly Placed[] | null;
  failed: boolean;
} {
  const files = useQueries({
    queries: people.map((person) => motionQuery(person.motion_url)),
    combine: (all) => ({ bytes: all.map((file) => file.data), failed: all.some((file) => file.isError) }),
  });
  const motions = useMemo(() => files.bytes.map(decoded), [files.bytes]);
  const placed = useMemo(
    () =>
      people.flatMap((person, i): Placed[] => {
        const motion = motions[i];
        if (!motion) return [];
        const look = topLook(person.top);
        return [
          {
            motion,
            placement: {
              position: person.position,
              yaw: person.yaw,
              color: look.cloth,
              coversOwn: look.isNamed,
              pathColor: look.onWell,
            },
            isAsked: person.is_asked,
          },
        ];
      }),
    [people, motions],
  );
  const broken = motions.some((motion, i) => files.bytes[i] !== undefined && motion === null);
  return { placed: placed.length === people.length ? placed : null, failed: files.failed || broken };
}

function decoded(bytes: ArrayBuffer | undefined): AvatarMotion | null {
  if (!bytes) return null;
  try {
    return decodeMotion(bytes);
  } catch {
    return null;
  }
}
