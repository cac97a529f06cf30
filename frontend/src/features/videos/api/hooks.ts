import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, query } from '../../../shared/api/client';
import { jobEnded, useJob } from '../../../shared/api/jobs';
import type { Page } from '../../../shared/api/types';
import type {
  Defaults,
  PreparedClip,
  RegistrationDetail,
  RegistrationInfo,
  Segment,
  TrackDetail,
  Upload,
  VideoDetail,
} from './types';

export const isWorking = (state: string): boolean =>
  ['registered', 'preparing'].includes(state.toLowerCase());
export const isCutting = (state: string): boolean => ['queued', 'cutting'].includes(state.toLowerCase());

export const videoKey = (slug: string, id: string) => ['video', slug, id] as const;

export const useVideoDetail = (slug: string, id: string) =>
  useQuery({
    queryKey: videoKey(slug, id),
    queryFn: () => api.get<VideoDetail>(`/projects/${slug}/videos/${id}`),
    refetchInterval: (q) => (q.state.data && isWorking(q.state.data.state) ? 2000 : false),
  });

function useVideoChange<V, R>(slug: string, id: string, change: (input: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: videoKey(slug, id) }),
  });
}

export interface VideoEdit extends Defaults {
  external_id: string;
}

export const useEditVideo = (slug: string, id: string) =>
  useVideoChange(slug, id, (edit: VideoEdit) =>
    api.patch<VideoDetail>(`/projects/${slug}/videos/${id}`, edit),
  );

export const usePrepare = (slug: string, id: string) =>
  useVideoChange(slug, id, () => api.post<unknown>(`/projects/${slug}/videos/${id}/prepare`));

export const useTrack = (slug: string, video: string, track: string | null) =>
  useQuery({
    queryKey: ['track', slug, video, track],
    enabled: track !== null,
    placeholderData: undefined,
    staleTime: 60_000,
    queryFn: () => api.get<TrackDetail>(`/projects/${slug}/videos/${video}/subtitles/${track!}`),
  });

export const useRemoveTrack = (slug: string, video: string) =>
  useVideoChange(slug, video, (track: string) =>
    api.delete<void>(`/projects/${slug}/videos/${video}/subtitles/${track}`),
  );

/** Asks a worker to take a text stream out of the video; what comes of it shows when its job has ended. */
export function useTakeEmbedded(slug: string, video: string) {
  const ask = useMutation({
    mutationFn: (stream: { stream: number; language: string; label: string }) =>
      api.post<{ job: string }>(`/projects/${slug}/videos/${video}/subtitles/embedded`, stream),
  });
  const job = useJob(ask.data?.job ?? null).data;
  return { ask, job, working: ask.isPending || (ask.isSuccess && !jobEnded(job)) };
}

export function useMakeClip(slug: string, video: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: { segments: Segment[] | null; title?: string }) =>
      api.post<PreparedClip>(`/projects/${slug}/videos/${video}/clips`, wanted),
    onSuccess: (clip) => {
      client.setQueryData(['clip', slug, clip.id], clip);
      void client.invalidateQueries({ queryKey: videoKey(slug, video) });
    },
  });
}

export const useClip = (slug: string, id: string | null) =>
  useQuery({
    queryKey: ['clip', slug, id],
    enabled: id !== null,
    placeholderData: undefined,
    queryFn: () => api.get<PreparedClip>(`/projects/${slug}/prepared-clips/${id!}`),
    refetchInterval: (q) => (q.state.data && isCutting(q.state.data.state) ? 700 : false),
  });

/** The ids of files that were sent and wait for their registration. */
export async function openUploads(client: QueryClient, slug: string): Promise<ReadonlySet<string>> {
  try {
    const { results } = await client.fetchQuery({
      queryKey: ['uploads', slug],
      queryFn: () => api.get<{ results: Upload[] }>(`/projects/${slug}/videos/uploads`),
    });
    return new Set(results.map(({ id }) => id));
  } catch {
    // Without an answer all files are sent: the server stores the same bytes once.
    return new Set();
  }
}

export interface Wanted {
  uploads: string[];
  manifest: string | null;
  mapping: Record<string, string> | null;
  defaults: Defaults;
  dryRun: boolean;
}

export function useRegister(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ uploads, manifest, mapping, defaults, dryRun }: Wanted) =>
      api.post<{ registration: RegistrationInfo; job: string | null }>(
        `/projects/${slug}/videos/registrations`,
        {
          uploads,
          ...(manifest ? { manifest } : {}),
          ...(mapping ? { mapping: { columns: mapping } } : {}),
          defaults,
          dry_run: dryRun,
        },
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['registrations', slug] });
      void client.invalidateQueries({ queryKey: ['jobs', slug] });
    },
  });
}

export const useRegistrations = (slug: string) =>
  useQuery({
    queryKey: ['registrations', slug],
    queryFn: () =>
      api.get<RegistrationInfo[] | Page<RegistrationInfo>>(`/projects/${slug}/videos/registrations?limit=20`),
  });

export const registrationEnded = (r: Pick<RegistrationInfo, 'state'> | undefined): boolean =>
  !!r && jobEnded(r);

export const useRegistration = (slug: string, id: string | null) =>
  useQuery({
    queryKey: ['registration', slug, id],
    enabled: id !== null,
    placeholderData: undefined,
    queryFn: async () => {
      const path = `/projects/${slug}/videos/registrations/${id!}`;
      const first = await api.get<RegistrationDetail>(path);
      const rows = [...first.rows];
      // Rows come in pages; while it runs the first one is enough.
      for (let { next } = first; next && registrationEnded(first);) {
        const page = await api.get<RegistrationDetail>(`${path}${query({ after: next })}`);
        rows.push(...page.rows);
        next = page.next;
      }
      return { ...first, rows };
    },
    refetchInterval: (q) => (registrationEnded(q.state.data) ? false : 1000),
  });
