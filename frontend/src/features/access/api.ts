import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import type { Access, AccessRequest, OpenProject, OpenProjectDetail } from '../../shared/api/generated';

export type {
  Access,
  AccessRequest,
  Download,
  OpenProject,
  OpenProjectDetail,
} from '../../shared/api/generated';

export type Mode = Access['mode'];

export const MODES: { id: Mode; label: string; hint: string }[] = [
  {
    id: 'members',
    label: 'Members',
    hint: 'Researchers and maintainers of this project. To others it does not exist.',
  },
  { id: 'token', label: 'Everybody with an account', hint: 'Published releases, with a token of one’s own.' },
  {
    id: 'gated',
    label: 'On request',
    hint: 'Everybody sees that it exists. Files go to those who accepted the terms and whom you approved.',
  },
  { id: 'public', label: 'Everybody', hint: 'Published releases, without an account.' },
];

export function useAccess(slug: string) {
  const client = useQueryClient();
  const key = ['access', slug];
  const access = useQuery({ queryKey: key, queryFn: () => api.get<Access>(`/projects/${slug}/access`) });
  const change = useMutation({
    mutationFn: (body: { mode?: Mode; terms_text?: string }) =>
      api.patch<Access>(`/projects/${slug}/access`, body),
    onSuccess: (saved) => {
      client.setQueryData(key, saved);
      void client.invalidateQueries({ queryKey: ['open-project', slug] });
    },
  });
  return { access, change };
}

export function useDecision(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; decision: 'approve' | 'refuse' | 'revoke'; note: string }) =>
      api.post<AccessRequest>(`/projects/${slug}/access/requests/${id}/decision`, body),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['rows', `/projects/${slug}/access/requests`] });
      void client.invalidateQueries({ queryKey: ['access', slug] });
    },
  });
}

export const useOpenProjects = () =>
  useQuery({ queryKey: ['open-projects'], queryFn: () => api.get<OpenProject[]>('/open-projects') });

export function useOpenProject(slug: string) {
  const client = useQueryClient();
  const key = ['open-project', slug];
  const project = useQuery({
    queryKey: key,
    queryFn: () => api.get<OpenProjectDetail>(`/open-projects/${slug}`),
  });
  const refresh = () => {
    void client.invalidateQueries({ queryKey: key });
    void client.invalidateQueries({ queryKey: ['open-projects'] });
  };
  const ask = useMutation({
    mutationFn: (body: { terms: number; affiliation: string; purpose: string }) =>
      api.post<OpenProjectDetail>(`/open-projects/${slug}/request`, body),
    onSettled: refresh,
  });
  const takeBack = useMutation({
    mutationFn: () => api.delete(`/open-projects/${slug}/request`),
    onSettled: refresh,
  });
  return { project, ask, takeBack };
}
