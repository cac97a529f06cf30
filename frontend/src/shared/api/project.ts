import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import type { ProjectRef } from './types';

export interface ProjectDetail extends ProjectRef {
  description: string;
  funnel: { motions: Record<string, number>; episodes: Record<string, number>; renders: Record<string, number> };
  latest_release: { version: string; state: string; frozen_at?: string | null } | null;
}

const NOTHING = { motions: {}, episodes: {}, renders: {} };

/** A project with its counts; to roles that may not see counts they are empty. */
export async function fetchProject(slug: string): Promise<ProjectDetail> {
  const detail = await api.get<ProjectDetail>(`/projects/${slug}`);
  return { ...detail, funnel: { ...NOTHING, ...detail.funnel }, latest_release: detail.latest_release ?? null };
}

export function useProject(slug: string, refetch?: number) {
  return useQuery({
    queryKey: ['project', slug],
    queryFn: () => fetchProject(slug),
    ...(refetch ? { refetchInterval: refetch } : {}),
  });
}
