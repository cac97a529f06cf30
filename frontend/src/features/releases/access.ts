import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import type { OpenProjectDetail } from '../../shared/api/generated';

/** The project as everybody who may read its releases sees it: its name, its mode, its name in the Hub protocol. */
export const useAccess = (slug: string, enabled = true) =>
  useQuery({
    queryKey: ['open-project', slug],
    enabled,
    queryFn: () => api.get<OpenProjectDetail>(`/open-projects/${slug}`),
  });
