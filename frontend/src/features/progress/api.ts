import { useQuery } from '@tanstack/react-query';
import type { Report, Share } from '../../shared/agreement/model';
import { api, query } from '../../shared/api/client';
import type { Day } from './burnDown';
import type { Forecast } from './forecast';

export interface FunnelRow {
  state: string;
  count: number;
  median_age_h: number | null;
  oldest: string | null;
  oldest_since: string | null;
}
export interface Block {
  kind: string;
  count: number;
  message: string;
}
export interface Progress {
  kind: 'episode' | 'item';
  funnel: FunnelRow[];
  per_day: { day: string; decisions: number; kept: number; removed: number }[];
  burn_down: Day[];
  blocks: Block[];
  forecast: Forecast;
}
export interface Person {
  reviewer: string;
  name: string | null;
  n: number;
  same: Share | null;
  low_s: number | null;
  median_s: number | null;
  high_s: number | null;
}

const EVERY = 30_000;

export const useProgress = (slug: string, kind: string) =>
  useQuery({
    queryKey: ['progress', slug, kind],
    queryFn: () => api.get<Progress>(`/projects/${slug}/progress${query({ kind })}`),
    refetchInterval: EVERY,
  });

export const useWeeks = (slug: string, kind: string) =>
  useQuery({
    queryKey: ['agreement', slug, kind, 'weeks'],
    queryFn: () => api.get<Report>(`/projects/${slug}/agreement${query({ kind })}`),
    refetchInterval: 2 * EVERY,
  });

export const usePeople = (slug: string, kind: string, names: boolean) =>
  useQuery({
    queryKey: ['agreement', slug, kind, 'reviewers', names],
    queryFn: () =>
      api.get<{ reviewers: Person[] }>(
        `/projects/${slug}/agreement/reviewers${query({ kind, names: names ? 'true' : null })}`,
      ),
    refetchInterval: 2 * EVERY,
  });
