import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../shared/api/client';
import { readGround, type Layer } from './layers';
import type { Anchor, AnchorValues, Flat } from './model';

export const anchorsKey = (slug: string, scene: string) => ['anchors', slug, scene];
export const anchorsPath = (slug: string, scene: string) => `/projects/${slug}/scenes/${scene}/anchors`;
const pair = ([x, z]: Flat) => `${x.toFixed(3)},${z.toFixed(3)}`;

export const useAnchors = (slug: string, scene: string) =>
  useQuery({
    queryKey: anchorsKey(slug, scene),
    queryFn: () => api.get<Anchor[]>(anchorsPath(slug, scene)),
  });

export interface Finding {
  added: AnchorValues[];
  gone: Anchor[];
  kept: number;
  held_back: number;
}
export const useFinding = (slug: string, scene: string) =>
  useQuery({
    queryKey: ['anchors-found', slug, scene],
    queryFn: () => api.get<Finding>(`${anchorsPath(slug, scene)}/found`),
    gcTime: 0,
    staleTime: 0,
  });
export function useFindAgain(slug: string, scene: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<Finding>(`${anchorsPath(slug, scene)}/found`),
    onSuccess: () => client.invalidateQueries({ queryKey: anchorsKey(slug, scene) }),
  });
}

export const useGround = (slug: string, scene: string, layer: Layer | null, from: Flat | null) =>
  useQuery({
    queryKey: ['ground', slug, scene, layer, from && pair(from)],
    enabled: layer !== null && (layer !== 'distance' || from !== null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async () => {
      const place = layer === 'distance' && from ? `&from=${pair(from)}` : '';
      return readGround(await api.bytes(`/projects/${slug}/scenes/${scene}/ground?layer=${layer}${place}`));
    },
  });

export interface Way {
  path: Flat[];
  length_m: number | null;
  straight_m: number;
  ratio: number | null;
  snapped: boolean;
}
export const useWay = (slug: string, scene: string, points: readonly Flat[]) =>
  useQuery({
    queryKey: ['way', slug, scene, points.map(pair)],
    enabled: points.length === 2,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      const [from, to] = points as [Flat, Flat];
      return api.get<Way>(`/projects/${slug}/scenes/${scene}/way?from=${pair(from)}&to=${pair(to)}`);
    },
  });
