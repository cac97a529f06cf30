import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api/client';

/** A label of the vocabulary: words with a meaning, never a colour. */
export interface Category {
  id: string;
  label: string;
  definition: string;
}
export type AnswerForm = 'labels' | 'before_after' | 'text';
export interface TaskKind {
  granularity: 'clip' | 'episode';
  type: string;
  answer_form: AnswerForm;
  /** Rubric families that may score the answer; none for answers in labels. */
  families: string[];
}
export interface RubricFamily {
  id: string;
  title: string;
  criterion: string;
  scores: Record<string, string>;
}
export interface Guideline {
  granularity: string;
  type: string;
  summary: string;
  general: string[];
  points: string[];
}
export interface Taxonomy {
  vocabulary: { id: string; version: number; categories: Category[] };
  rubrics: { families: RubricFamily[] };
  guidelines: { tasks: Guideline[] };
  kinds: TaskKind[];
}

/** The data of one installation do not change while a page is open. */
export const useTaxonomy = () =>
  useQuery({
    queryKey: ['taxonomy'],
    queryFn: () => api.get<Taxonomy>('/taxonomy'),
    staleTime: Infinity,
  });

/** The same with the rubric families in a project's own words. */
export function useProjectTaxonomy(slug: string) {
  const taxonomy = useTaxonomy();
  const rubrics = useQuery({
    queryKey: ['rubrics', slug],
    queryFn: () => api.get<{ families: RubricFamily[] }>(`/projects/${slug}/rubrics`),
    staleTime: 60_000,
  });
  const data = useMemo<Taxonomy | undefined>(
    () => taxonomy.data && rubrics.data && { ...taxonomy.data, rubrics: rubrics.data },
    [taxonomy.data, rubrics.data],
  );
  return {
    data,
    isPending: taxonomy.isPending || rubrics.isPending,
    error: taxonomy.error ?? rubrics.error,
    refetch: () => Promise.all([taxonomy.refetch(), rubrics.refetch()]),
  };
}

export const findKind = (
  kinds: readonly TaskKind[],
  granularity: string,
  type: string,
): TaskKind | undefined => kinds.find((k) => k.granularity === granularity && k.type === type);

/** "Clip" and "Whole video" on screen; the format says clip and episode. */
export const granularityWord = (granularity: string): string =>
  granularity === 'episode' ? 'Whole video' : 'Clip';
