import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import type { ProjectRef } from './types';

export interface ProjectDetail extends ProjectRef {
  description: string;
  funnel: { motions: Record<string, number>; episodes: Record<string, number>; renders: Record<string, number> };
  latest_release: { version: string; state: string; frozen_at?: string | null } | null;
}

export function useProject(slug: string, refetch?: number) {
  return useQuery({
    queryKey: ['project', slug],
    queryFn: () => api.get<ProjectDetail>(`/projects/${slug}`),
    ...(refetch ? { refetchInterval: refetch } : {}),
  });
}
