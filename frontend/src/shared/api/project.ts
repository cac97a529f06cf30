import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import type { ProjectRef } from './types';

export interface ProjectDetail extends ProjectRef {
  description: string;
  funnel: {
    motions: Record<string, number>;
    labels: Record<string, number>;
    episodes: Record<string, number>;
    renders: Record<string, number>;
    videos: Record<string, number>;
    items: Record<string, number>;
  };
  latest_release: { version: string; state: string; frozen_at?: string | null } | null;
}

/** A project with its counts; to roles that may not see counts they are empty. */
export async function fetchProject(slug: string): Promise<ProjectDetail> {
  const [detail, overview] = await Promise.all([
    api.get<Omit<ProjectDetail, 'funnel' | 'latest_release'>>(`/projects/${slug}`),
    api.get<Pick<ProjectDetail, 'funnel' | 'latest_release'>>(`/projects/${slug}/overview`),
  ]);
  return { ...detail, ...overview };
}

export function useProject(slug: string, refetch?: number) {
  return useQuery({
    queryKey: ['project', slug],
    queryFn: () => fetchProject(slug),
    ...(refetch ? { refetchInterval: refetch } : {}),
  });
}
