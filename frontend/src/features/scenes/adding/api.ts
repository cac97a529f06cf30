import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../shared/api/client';
import type { SceneImport, ScenePreview, SceneUpload } from '../../../shared/api/generated';
import type { SceneDetail } from '../api';

export type { SceneImport, ScenePreview, SceneUpload };

/** How the file is to be read. Without a scale the server takes the likeliest unit. */
export interface Reading {
  entry: string;
  scale: number | null;
  up_axis: 'auto' | 'y' | 'z';
  floor_m: number | null;
  with_pictures: boolean;
}
export interface NewScene {
  name: string;
  licence: string;
  may_redistribute: string;
  may_send_to_external_model: boolean;
}

/** Three digits are enough to know a room by. */
export const lengths = (values: readonly number[]) => values.map((v) => Number(v.toPrecision(3))).join(' × ');

export const WHOLE = '*';
const EVERY_MS = 1000;

export const isImport = (made: object): made is SceneImport => 'ended_at' in made;

/** What a worker does of an upload, until it has ended. */
async function ended(slug: string, work: SceneImport, signal?: AbortSignal): Promise<SceneImport> {
  let at = work;
  while (at.ended_at === null) {
    await new Promise((done) => setTimeout(done, EVERY_MS));
    signal?.throwIfAborted();
    at = await api.get<SceneImport>(`/projects/${slug}/scenes/imports/${work.id}`);
  }
  return at;
}

/** What the upload would become, read this way. The picture before stays until the next one is there. */
export function usePreview(slug: string, upload: SceneUpload | null, reading: Reading) {
  return useQuery({
    queryKey: ['scene-preview', slug, upload?.id, reading],
    enabled: upload !== null && reading.entry !== '' && reading.entry !== WHOLE,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const made = await api.post<ScenePreview | SceneImport>(`/projects/${slug}/scenes/preview`, {
        upload: upload?.id,
        ...reading,
      });
      if (!isImport(made)) return made;
      const [row] = (await ended(slug, made, signal)).report;
      if (row?.preview) return row.preview;
      throw new Error(row?.reason || 'The file could not be looked at. Try it again.');
    },
  });
}

/** One scene, or what became of several. */
export function useAddUpload(slug: string, upload: SceneUpload | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (scene: NewScene & Reading): Promise<SceneDetail | SceneImport> => {
      const made = await api.post<SceneDetail | SceneImport>(`/projects/${slug}/scenes`, {
        upload: upload?.id,
        ...scene,
        scale: scene.scale ?? 1,
      });
      return isImport(made) ? ended(slug, made) : made;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['rows'] }),
  });
}
