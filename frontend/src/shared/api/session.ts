import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ApiError } from './client';
import type { Me, Role } from './types';

/** What a person says about themselves is sent one after the other: of two at once the older could arrive last, and
 *  stay. */
export const OF_ME = { id: 'me' };

/** The signed-in person, or null when nobody is. */
export function useMe() {
  return useQuery({
    queryKey: ['me'],
    staleTime: 5 * 60_000,
    queryFn: async (): Promise<Me | null> => {
      try {
        return await api.get<Me>('/me');
      } catch (error) {
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
        throw error;
      }
    },
  });
}

export function useSession() {
  const client = useQueryClient();
  /** What was fetched for one person is not shown to the next. The query for `me` itself is being watched and stays. */
  const become = (me: Me | null) => {
    client.removeQueries({ predicate: (q) => q.queryKey[0] !== 'me' });
    client.setQueryData(['me'], me);
  };
  return {
    signIn: async (username: string, password: string) => {
      const me = await api.post<Me>('/session', { username, password });
      become(me);
    },
    signOut: async () => {
      await api.delete('/session');
      become(null);
    },
  };
}

export function useRoles(slug: string): ReadonlySet<Role> {
  const me = useMe().data;
  const roles = new Set(me?.memberships.find((m) => m.project.slug === slug)?.roles ?? []);
  if (me?.is_administrator) roles.add('maintainer');
  return roles;
}
