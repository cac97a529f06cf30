import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api/client';
import type { MapScene } from '../../shared/map/plan';

export interface Rights {
  licence: string;
  may_redistribute: string;
  may_send_to_external_model: boolean;
}
export interface SceneRow {
  id: string;
  name: string;
  bounds: number[][];
  triangles: number;
  glb_sha256: string;
  rights: Rights;
  is_synthetic: boolean;
  created_at: string;
  area_m2: number | null;
  categories: string[];
  anchors: Record<string, number>;
  poster_url: string;
}
export interface SceneInstance {
  id: number;
  name: string;
  category: string;
  bounds: number[][];
}
export interface SceneDetail extends SceneRow {
  instances: SceneInstance[];
  nav: Record<string, unknown>;
  notes: string[];
  scale: number;
  up_axis: string;
  source_name: string;
  stage_url: string;
  map_url: string;
}
export interface SceneRegion {
  area_m2: number;
  at: number[];
  used: boolean;
}
export interface SceneMap extends MapScene {
  regions?: SceneRegion[];
  navigable_origin?: number[];
  navigable_cell_m?: number;
}

export const useScene = (slug: string, id: string) =>
  useQuery({
    queryKey: ['scene', slug, id],
    queryFn: () => api.get<SceneDetail>(`/projects/${slug}/scenes/${id}`),
  });
export const useSceneMap = (url: string | undefined) =>
  useQuery({
    queryKey: ['scene-map', url],
    enabled: !!url,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => api.get<SceneMap>(url!),
  });

/** "6.2 × 4.8 × 2.6 m" from [[min], [max]]. */
export function sizeOf(bounds: number[][]): string {
  const [low, high] = bounds;
  if (!low || !high) return '–';
  return `${[0, 2, 1].map((axis) => ((high[axis] ?? 0) - (low[axis] ?? 0)).toFixed(1)).join(' × ')} m`;
}
