import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import type {
  Budget,
  Call,
  CallDetail,
  NewProfileRequest,
  Profile,
  ProfileFieldsRequest,
  Profiles,
  Raw,
} from '../../shared/api/generated';

export type { Attempt, Budget, Call, CallDetail, Finding, Profile, Secret } from '../../shared/api/generated';

export type ProfileFields = Required<ProfileFieldsRequest>;

export function useEndpoints(slug: string) {
  const client = useQueryClient();
  const key = ['endpoints', slug];
  const list = useQuery({ queryKey: key, queryFn: () => api.get<Profiles>(`/projects/${slug}/endpoints`) });
  const refresh = () => client.invalidateQueries({ queryKey: key });
  const create = useMutation({
    mutationFn: (body: NewProfileRequest) => api.post<Profile>(`/projects/${slug}/endpoints`, body),
    onSuccess: refresh,
  });
  const change = useMutation({
    mutationFn: ({ id, ...body }: ProfileFields & { id: string }) =>
      api.put<Profile>(`/projects/${slug}/endpoints/${id}`, body),
    onSettled: refresh,
  });
  const act = useMutation({
    mutationFn: ({ id, verb }: { id: string; verb: 'retire' | 'revive' }) =>
      api.post<Profile>(`/projects/${slug}/endpoints/${id}/${verb}`),
    onSettled: refresh,
  });
  return { list, create, change, act };
}

export const useTry = (slug: string) =>
  useMutation({ mutationFn: (id: string) => api.post<Call>(`/projects/${slug}/endpoints/${id}/try`) });

/** A call, asked for again while it is on its way. */
export const useCall = (slug: string, id: string) =>
  useQuery({
    queryKey: ['call', slug, id],
    queryFn: () => api.get<CallDetail>(`/projects/${slug}/calls/${id}`),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 1000),
  });

export function usePutBack(slug: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<CallDetail>(`/projects/${slug}/calls/${id}/put-back`),
    onSuccess: (call) => client.setQueryData(['call', slug, id], call),
  });
}

export const useRaw = (slug: string, id: string, number: number, enabled: boolean) =>
  useQuery({
    queryKey: ['raw', slug, id, number],
    queryFn: () => api.get<Raw>(`/projects/${slug}/calls/${id}/attempts/${number}`),
    enabled,
    staleTime: Infinity,
  });

export function useRunActions(slug: string) {
  const client = useQueryClient();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['rows', `/projects/${slug}/call-runs`] });
    void client.invalidateQueries({ queryKey: ['call-run', slug] });
  };
  const act = useMutation({
    mutationFn: ({ id, verb }: { id: string; verb: 'pause' | 'resume' }) =>
      api.post<Budget>(`/projects/${slug}/call-runs/${id}/${verb}`),
    onSettled: refresh,
  });
  const limit = useMutation({
    mutationFn: ({ id, ...body }: { id: string; limit: string | null; limit_tokens: number | null }) =>
      api.patch<Budget>(`/projects/${slug}/call-runs/${id}`, body),
    onSuccess: refresh,
  });
  return { act, limit };
}

export const useRun = (slug: string, id: string | null) =>
  useQuery({
    queryKey: ['call-run', slug, id],
    queryFn: () => api.get<Budget>(`/projects/${slug}/call-runs/${id}`),
    enabled: id !== null,
    refetchInterval: 3000,
  });

/** Whether nothing more will come of a call by itself. A test call is over after its first attempt. */
export function isOver(call: CallDetail): boolean {
  const ended = call.state === 'answered' || call.state === 'failed' || call.state === 'withheld';
  return ended || call.findings.length > 0;
}
