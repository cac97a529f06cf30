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
  scenario: string;
  content_warnings: string[];
  poster_url: string | null;
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

export interface Partner {
  id: string;
  name: string;
  part: string;
  label: string;
  state: string;
  why_not: string;
}
export interface MotionDetail extends MotionRow {
  partners: Partner[];
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
  animated_url: string | null;
  avatar_url: string;
  retarget_options: RetargetOptions;
  avatar: AvatarJoint[];
  rejection?: string;
  exclusion_kind?: string;
  collection_id?: string;
}

export interface RetargetOptions {
  reference?: string;
  lock_feet?: boolean;
}

export interface AvatarJoint {
  name: string;
  parent: number;
  required: boolean;
  position: number[];
}

export interface FoundJoint {
  avatar: string;
  joint: number;
  name: string;
  how: string;
  confidence: number;
}

/** How a skeleton was understood and put onto the avatar, as an inspection left it. */
export interface Retargeting {
  family?: string;
  confidence?: number;
  scores?: Record<string, number>;
  found?: FoundJoint[];
  unit?: string;
  up_axis?: string;
  reference?: string;
  reference_because?: string;
  source_leg_m?: number;
  root_scale?: number;
  options?: RetargetOptions;
  foot_lock?: { stretches?: number; moved_m?: number; limited_frames?: number; limit_m?: number };
  warnings?: string[];
}

export const retargetingOf = (motion: MotionDetail): Retargeting =>
  (motion.provenance.retargeting ?? {}) as Retargeting;

const FOREVER = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 120_000,
  placeholderData: undefined,
  retry: false,
} as const;

/** Bytes that do not change as long as `version` does not. */
export const useBytes = (key: string, url: string | null | undefined, version: unknown = null) =>
  useQuery({
    queryKey: ['bytes', key, url, version],
    enabled: !!url,
    queryFn: () => api.bytes(url!),
    ...FOREVER,
  });

export const useMotion = (slug: string, id: string) =>
  useQuery({
    queryKey: ['motion', slug, id],
    queryFn: () => api.get<MotionDetail>(`/projects/${slug}/motions/${id}`),
    // One that was brought in a moment ago is about to be read.
    refetchInterval: (q) => (q.state.data?.state === 'uploaded' ? 2000 : false),
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
