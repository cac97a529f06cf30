import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../shared/api/client';
import { useRows } from '../../shared/api/list';
import type {
  Drafters,
  DraftLimitsRequest,
  DraftMeasures,
  DraftPlan,
  DraftRun as Run,
  DraftRunDetail as Detail,
  DraftWindow as Window,
  NewDraftRunRequest,
  Proposal as ServerProposal,
} from '../../shared/api/generated';

export type { Drafters, DraftMeasures, DraftPlan };
export type Proposal = Required<ServerProposal>;
export type DraftRun = Required<Run>;
export type DraftRunDetail = Required<Detail>;
export type DraftWindow = Required<Window>;
export type NewRun = NewDraftRunRequest;

const base = (slug: string) => `/projects/${slug}/drafting`;
export const runPath = (slug: string, id: string) => `/p/${slug}/drafting/${id}`;
export const measuresFile = (slug: string) => `${base(slug)}/measures.csv`;

const POLL_MS = 2000;
export const isOver = (state: string): boolean => state === 'done' || state === 'cancelled';
export const isAtWork = (state: string): boolean => state === 'queued' || state === 'running';

export const useDrafters = (slug: string) =>
  useQuery({
    queryKey: ['drafters', slug],
    queryFn: () => api.get<Drafters>(`${base(slug)}/drafters`),
  });

export const useRuns = (slug: string) =>
  useRows<DraftRun>(
    `${base(slug)}/runs`,
    {},
    {
      refetch: POLL_MS,
      refetchWhile: (rows) => rows.some((run) => isAtWork(run.state)),
    },
  );

/** Follows a run; when it comes to rest its lists are fetched once more, for they stop following it then. */
export function useRun(slug: string, id: string) {
  const client = useQueryClient();
  const run = useQuery({
    queryKey: ['draft-run', slug, id],
    queryFn: () => api.get<DraftRunDetail>(`${base(slug)}/runs/${id}`),
    refetchInterval: (q) => (q.state.data && !isAtWork(q.state.data.state) ? false : POLL_MS),
  });
  const state = run.data?.state;
  useEffect(() => {
    if (state && !isAtWork(state)) void client.invalidateQueries({ queryKey: ['rows'] });
  }, [state, client]);
  return run;
}

/** Lists of a run follow it while it is at work. */
export const useProposals = (slug: string, id: string, outcome: string | null, atWork: boolean) =>
  useRows<Proposal>(`${base(slug)}/runs/${id}/proposals`, { outcome }, atWork ? { refetch: POLL_MS } : {});

export const useWindows = (slug: string, id: string, atWork: boolean) =>
  useRows<DraftWindow>(`${base(slug)}/runs/${id}/windows`, {}, atWork ? { refetch: POLL_MS } : {});

export const useMeasures = (slug: string) =>
  useQuery({
    queryKey: ['draft-measures', slug],
    queryFn: () => api.get<DraftMeasures>(`${base(slug)}/measures`),
  });

export const usePlan = (slug: string) =>
  useMutation({ mutationFn: (wish: NewRun) => api.post<DraftPlan>(`${base(slug)}/plan`, wish) });

export function useStart(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: NewRun) => api.post<DraftRunDetail>(`${base(slug)}/runs`, wish),
    onSuccess: () => client.invalidateQueries({ queryKey: ['rows'] }),
  });
}

/** Asks once more for stretches that have no answer; null: for all of them. */
export function useAskAgain(slug: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (windows: string[] | null) =>
      api.post<DraftRunDetail>(`${base(slug)}/runs/${id}/ask-again`, { windows }),
    onSuccess: (run) => client.setQueryData(['draft-run', slug, id], run),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['draft-run', slug, id] });
      void client.invalidateQueries({ queryKey: ['rows'] });
    },
  });
}

export function useSteer(slug: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ verb, limits }: { verb: 'pause' | 'resume' | 'cancel'; limits?: DraftLimitsRequest }) =>
      api.post<DraftRunDetail>(
        `${base(slug)}/runs/${id}/${verb}`,
        limits ?? (verb === 'resume' ? {} : undefined),
      ),
    onSuccess: (run) => client.setQueryData(['draft-run', slug, id], run),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['draft-run', slug, id] });
      void client.invalidateQueries({ queryKey: ['rows'] });
    },
  });
}
