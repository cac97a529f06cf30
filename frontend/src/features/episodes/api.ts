import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import type { Clip } from '../../shared/api/types';
import type { PersonView } from '../../shared/scene3d/people';

export interface EpisodeRow {
  id: string;
  state: string;
  family: string;
  challenge: string;
  action: string;
  target: string;
  scene: string;
  scene_name?: string;
  label?: string;
  second_label?: string;
  motion?: { id: string; name: string };
  second_motion?: { id: string; name: string } | null;
  composition?: string | null;
  refusal?: string;
  refusal_check?: string;
  duration_s: number;
  created_at: string;
  poster_url: string;
  video_url: string | null;
}

export interface EpisodeCheck {
  id: string;
  label: string;
  value: number | null;
  unit: string;
  low: number | null;
  high: number | null;
  outcome: string;
  stage: string;
  message: string;
  frame: number | null;
}

type Vector = [number, number, number];
export interface Pose {
  position: Vector;
  yaw: number;
}
export interface ClipFrame {
  t: number;
  camera: Pose & { pitch?: number };
  visible_fraction: number | null;
  distance_m: number | null;
  bearing_deg: number | null;
  joints_in_frame: number;
  /** Visible fraction by body part; absent from clips made before it was measured. */
  parts?: Record<string, number | null>;
  /** Null for a camera that stands on no floor. */
  clearance_m?: number | null;
}

/** Label and motion are for maintainers. */
export interface EpisodePerson extends PersonView {
  label?: string;
  motion?: { id: string; name: string };
}

export interface EpisodeDetail {
  id: string;
  state: string;
  family: string;
  challenge: string;
  action: string;
  target: string;
  anchor: (Pose & { kind: string }) | null;
  duration_s: number;
  created_at: string;
  checks: EpisodeCheck[];
  clips: Clip[];
  scene: { id: string; stage_url: string; map_url: string };
  avatar_url: string;
  people: EpisodePerson[];
  robot_start: Pose;
  label?: string;
  composition?: string | null;
  refusal?: string;
  removal_reasons?: string[];
  spec?: Record<string, unknown>;
  timeline?: { at: string; event: string; detail: string }[];
}

export interface RenderRow {
  id: string;
  episode: string;
  setting: string;
  engine_id: string;
  state: string;
  frames: number | null;
  frames_done: number;
  attempts: number;
  error: string;
  created_at: string;
  finished_at: string | null;
}

export interface PlanReason {
  text: string;
  check: string;
  count: number;
}
export interface GroupReport {
  name: string;
  family: string;
  asked: number;
  tried: number;
  candidates: number;
  accepted: number;
  refused: Record<string, number>;
  expected: number | null;
  expected_low: number | null;
  expected_high: number | null;
  reasons: PlanReason[];
}
interface Placed {
  position: number[];
  yaw: number;
}
export interface Refusal extends EpisodeCheck {
  group: string;
  slot: number | null;
  scene: string | null;
  motion: string | null;
  people: (Placed & { top: string })[];
  start: Placed | null;
  episode: string | null;
  picture_url: string | null;
}
export interface CompositionReport {
  groups?: GroupReport[];
  episodes?: number;
  already_there?: number;
  refusals?: Refusal[];
  episode_ids?: string[];
  scenes?: number;
  motions?: number;
  seconds?: number;
}
export interface EngineGroup {
  looked_at: number;
  passed: number;
  refused: Record<string, number>;
}
export interface Composition {
  id: string;
  state: string;
  seed: number;
  trial: boolean;
  asked: number;
  plan_text: string;
  render: boolean;
  report: CompositionReport;
  measured?: {
    groups: Record<string, EngineGroup>;
    repeated: { sampled: number; same: number; different: string[] };
    waiting: number;
    job: string | null;
  };
  failure: string;
  job: string | null;
  created_at: string;
  finished_at: string | null;
  episodes?: Record<string, number>;
}

export const useEpisode = (slug: string, id: string) =>
  useQuery({
    queryKey: ['episode', slug, id],
    queryFn: () => api.get<EpisodeDetail>(`/projects/${slug}/episodes/${id}`),
  });

export const compositionEnded = (c: Pick<Composition, 'state'> | undefined): boolean =>
  !!c && ['done', 'failed', 'cancelled'].includes(c.state.toLowerCase());

export function useRender(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { all: true } | { episode_ids: string[] }) =>
      api.post<{ count: number }>(`/projects/${slug}/renders`, body),
    onSuccess: () => void client.invalidateQueries(),
  });
}
