import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/client';

export interface MotionRow {
  id: string;
  name: string;
  collection: string | { id: string; name: string } | null;
  performer: string | null;
  performance: string | null;
  source_label: string;
  label: string;
  exclusion_reason: string;
  state: string;
  fps: number | null;
  frames: number | null;
  duration_s: number | null;
  checks_outcome: string;
  is_synthetic: boolean;
}

export interface Check {
  id: string;
  label: string;
  value: number | null;
  unit: string;
  threshold_warn: number | null;
  threshold_fail: number | null;
  outcome: 'pass' | 'warn' | 'fail' | string;
  spans: [number, number][];
  message: string;
  series?: (number | null)[];
  series_url?: string;
}

export interface MotionDetail extends MotionRow {
  skeleton: unknown;
  checks: Check[];
  rights: { licence: string; may_redistribute: string; may_send_to_external_model: boolean };
  provenance: Record<string, unknown>;
  original: {
    fps: number;
    frames: number;
    joints: { name: string; parent: number }[];
    positions_url: string;
  } | null;
  retargeted_url: string | null;
  rejection?: string;
  exclusion_kind?: string;
  collection_id?: string;
  content_warnings?: string[];
}

export const useMotion = (slug: string, id: string) =>
  useQuery({
    queryKey: ['motion', slug, id],
    queryFn: () => api.get<MotionDetail>(`/projects/${slug}/motions/${id}`),
  });

export const useExclude = (slug: string, id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => api.post(`/projects/${slug}/motions/${id}/exclude`, { reason }),
    onSuccess: () =>
      client.invalidateQueries({ predicate: (q) => q.queryKey.includes(slug) || q.queryKey[0] === 'rows' }),
  });
};

export const useInclude = (slug: string, id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post(`/projects/${slug}/motions/${id}/include`),
    onSuccess: () =>
      client.invalidateQueries({ predicate: (q) => q.queryKey.includes(slug) || q.queryKey[0] === 'rows' }),
  });
};
