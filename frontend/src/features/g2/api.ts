import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ApiError, query } from '../../shared/api/client';
import type { Page } from '../../shared/api/types';
import type { ReasonChoice } from '../../shared/desk';
import { itemsPath, type ItemDetail, type ItemRow } from '../../shared/desk/api';
import type { RubricFamily } from '../../shared/taxonomy/taxonomy';
import type { Interval } from './model/coverage';
import type { Mark } from './model/marks';
import type { Told } from './model/watcher';

/** A video to write about: what one has watched and written oneself; of others numbers alone. */
export interface VideoToWriteAbout {
  id: string;
  name: string;
  source: string;
  domain: string;
  duration_s: number | null;
  poster_url: string | null;
  content_warnings: string[];
  watched: number;
  is_enough: boolean;
  my_unfinished: number;
  my_submitted: number;
  of_others: number;
  others_writing: number;
  mine_until: string | null;
  others_until: string | null;
  is_free: boolean;
  is_skipped: boolean;
}
export const videosPath = (slug: string): string => `/projects/${slug}/g2/videos`;

export interface NextVideo {
  place: string | null;
  video: string | null;
  /** The one of one's items that is to be gone on with. */
  item: string | null;
  nothing: { code: string; message: string } | null;
}
export const fetchNextVideo = (slug: string, after?: string) =>
  api.post<NextVideo>(`${videosPath(slug)}/next`, { after: after ?? null });

export interface VideoReservation {
  expires_at: string;
  begun: boolean;
}
export const takeVideo = (slug: string, video: string) =>
  api.post<VideoReservation>(`${videosPath(slug)}/${video}/reservation`);
/** A sign of life; it takes nothing that was lost meanwhile. */
export const keepVideo = (slug: string, video: string) =>
  api.post<VideoReservation>(`${videosPath(slug)}/${video}/heartbeat`);
export const giveVideoBack = (slug: string, video: string) =>
  api.delete<void>(`${videosPath(slug)}/${video}/reservation`);
export const skipVideo = (slug: string, video: string, reason: string, note: string) =>
  api.post<void>(`${videosPath(slug)}/${video}/skip`, { reason, note });

const TOO_MUCH: ReasonChoice[] = [{ code: 'distressing', label: 'Too distressing' }];
/** The first reason is there at once, whatever the network does. */
export const useSkipReasons = (slug: string): ReasonChoice[] =>
  useQuery({
    queryKey: ['g2', slug, 'reasons'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      api.get<{ skip_reasons: ReasonChoice[] }>(
        `${itemsPath(slug)}/queue${query({ granularity: 'episode' })}`,
      ),
  }).data?.skip_reasons ?? TOO_MUCH;

export interface Recorded {
  intervals: Interval[];
  gaps: Interval[];
  share: number;
  is_enough: boolean;
  too_fast_s: number;
  no_time_s: number;
}
export interface Watched {
  intervals: Interval[];
  gaps: Interval[];
  share: number;
  needed: number;
  is_enough: boolean;
  max_speed: number;
  marks: Mark[];
}
const videoPath = (slug: string, video: string) => `/projects/${slug}/videos/${video}`;

export const useWatched = (slug: string, video: string) =>
  useQuery({
    queryKey: ['watched', slug, video],
    queryFn: () => api.get<Watched>(`${videoPath(slug, video)}/watched`),
    // The page goes on from here by itself; what comes later it is told with each beat.
    placeholderData: undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** `leaving`: the request outlives the page. */
export const tellPlayed = (slug: string, video: string, told: Told, leaving: boolean) =>
  api.post<Recorded>(`${videoPath(slug, video)}/watched`, told, { keepalive: leaving });

export const keepMark = (slug: string, video: string, { id, first, end, note }: Mark) =>
  api.put<Mark>(`${videoPath(slug, video)}/marks/${id}`, { first, end, note });
export const dropMark = (slug: string, video: string, id: string) =>
  api.delete<void>(`${videoPath(slug, video)}/marks/${id}`);

/** One's own items of a whole video, and those of nobody. */
export const useItemsOf = (slug: string, video: string) =>
  useQuery({
    queryKey: ['rows', itemsPath(slug), 'g2', video],
    queryFn: () =>
      api.get<Page<ItemRow>>(`${itemsPath(slug)}${query({ granularity: 'episode', video, limit: 200 })}`),
  });

export interface NewItem {
  type: string;
  rubric_family: string;
}
export function useNewItem(slug: string, video: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: NewItem) =>
      api.post<ItemDetail>(itemsPath(slug), { ...given, granularity: 'episode', video, segments: null }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['rows', itemsPath(slug)] }),
  });
}

/** The rubric families in the project's own words. */
export interface ProjectRubric extends RubricFamily {
  max_score: number;
  /** 0: the words are those that are shipped. */
  version: number;
  changed_by: string | null;
  changed_at: string | null;
  shipped: { criterion: string; scores: Record<string, string> };
}
export interface ProjectRubrics {
  families: ProjectRubric[];
}
const rubricsPath = (slug: string) => `/projects/${slug}/rubrics`;
export const useRubrics = (slug: string) =>
  useQuery({
    queryKey: ['rubrics', slug],
    queryFn: () => api.get<ProjectRubrics>(rubricsPath(slug)),
    staleTime: 60_000,
  });
export function useChangeRubric(slug: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      family,
      ...words
    }: {
      family: string;
      criterion: string;
      scores: Record<string, string>;
      base_version: number;
    }) => api.put<ProjectRubrics>(`${rubricsPath(slug)}/${family}`, words),
    onSuccess: (rubrics) => client.setQueryData(['rubrics', slug], rubrics),
    onError: (error) =>
      error instanceof ApiError &&
      error.code === 'rubric.newer' &&
      void client.invalidateQueries({ queryKey: ['rubrics', slug] }),
  });
}
