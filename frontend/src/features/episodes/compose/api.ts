import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, query } from '../../../shared/api/client';
import type { MapScene } from '../../../shared/map/plan';
import type { Composition, CompositionReport, Refusal } from '../api';
import { compositionEnded } from '../api';
import { jobEnded } from '../../../shared/api/jobs';
import type { JobInfo } from '../../../shared/api/types';
import type { PlanFault } from './PlanEditor';
import type { Names, Schema } from './planHints';

const FOR_LONG = { staleTime: 600_000, placeholderData: undefined } as const;

export interface PlanCheck {
  faults: PlanFault[];
  groups: { name: string; family: string; asked: number }[];
  asked: number;
}

export interface CompositionRow {
  id: string;
  seed: number;
  state: string;
  trial: boolean;
  asked: number;
  composed: number;
  job: string | null;
  failure: string;
  created_by: string;
  created_at: string;
  finished_at: string | null;
}

export interface Discardable {
  before_review: number;
  in_review: number;
  stay: number;
}

export const usePlanSchema = () =>
  useQuery({
    queryKey: ['plan-schema'],
    queryFn: () => api.get<Schema>('/composition-plan.schema.json'),
    ...FOR_LONG,
  });

export const usePlanNames = (slug: string) =>
  useQuery({
    queryKey: ['plan-names', slug],
    queryFn: () => api.get<Names>(`/projects/${slug}/compositions/names`),
    ...FOR_LONG,
    staleTime: 30_000,
  });

/** What the server says of a plan's text; asked once the text has been still for a moment. */
export const usePlanCheck = (slug: string, plan: string) =>
  useQuery({
    queryKey: ['plan-check', slug, plan],
    queryFn: ({ signal }) =>
      api.post<PlanCheck>(`/projects/${slug}/compositions/faults`, { plan }, { signal }),
    staleTime: 60_000,
    placeholderData: (last) => last,
  });

/** A dry run: what it would give, or, where scenes take longer than a request may, a composition to come back to. */
export function useDryRun(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { plan: string; seed: number }) =>
      api.post<CompositionReport | Composition>(`/projects/${slug}/compositions`, { ...body, dry_run: true }),
    onSuccess: (found) => {
      if (isStored(found)) void client.invalidateQueries({ queryKey: ['rows', compositionsPath(slug)] });
    },
  });
}

export const isStored = (found: CompositionReport | Composition): found is Composition => 'state' in found;

export const compositionsPath = (slug: string) => `/projects/${slug}/compositions`;

export function useCompose(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { plan: string; seed: number; render: boolean }) =>
      api.post<Composition>(compositionsPath(slug), { ...body, dry_run: false }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['jobs', slug] });
      void client.invalidateQueries({ queryKey: ['rows', compositionsPath(slug)] });
    },
  });
}

/** One composition; asked again while it is composed, waits for a worker or the engine still looks at its episodes. */
export function useComposition(slug: string, id: string | null) {
  const client = useQueryClient();
  const isJobGoing = (job: string | null | undefined) => {
    const known = client.getQueryData<JobInfo>(['job', job]);
    return known !== undefined && !jobEnded(known);
  };
  return useQuery({
    queryKey: ['composition', slug, id],
    enabled: id !== null,
    placeholderData: undefined,
    queryFn: () => api.get<Composition>(`${compositionsPath(slug)}/${id}`),
    refetchInterval: (q) => (isAtWork(q.state.data) || isJobGoing(q.state.data?.job) ? 1500 : false),
  });
}

export const isAtWork = (c: Composition | undefined): boolean =>
  !!c && (!compositionEnded(c) || (c.measured?.waiting ?? 0) > 0);

export const useRefusedByEngine = (slug: string, id: string, group: string, check: string, wanted: boolean) =>
  useQuery({
    queryKey: ['refused', slug, id, group, check],
    enabled: wanted,
    placeholderData: undefined,
    queryFn: () => api.get<Refusal[]>(`${compositionsPath(slug)}/${id}/refused${query({ group, check })}`),
  });

export const useSceneMap = (slug: string, scene: string | null) => {
  const url = `/projects/${slug}/scenes/${scene}/map`;
  return useQuery({
    queryKey: ['scene-map', url],
    enabled: scene !== null,
    queryFn: () => api.get<MapScene>(url),
    ...FOR_LONG,
    retry: false,
  });
};

export const useDiscardable = (slug: string, id: string, wanted: boolean) =>
  useQuery({
    queryKey: ['discardable', slug, id],
    enabled: wanted,
    staleTime: 0,
    placeholderData: undefined,
    queryFn: () => api.get<Discardable>(`${compositionsPath(slug)}/${id}/discard`),
  });

export function useDiscard(slug: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (expected: number) =>
      api.post<{ job: string }>(`${compositionsPath(slug)}/${id}/discard`, { expected }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['jobs', slug] }),
    onError: () => void client.invalidateQueries({ queryKey: ['discardable', slug, id] }),
  });
}
