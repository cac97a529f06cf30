import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from './client';
import type { JobInfo } from './types';

const ENDED = new Set(['DONE', 'SUCCEEDED', 'FINISHED', 'FAILED', 'CANCELLED']);
export const jobEnded = (job: Pick<JobInfo, 'state'> | undefined): boolean =>
  !!job && ENDED.has(job.state.toUpperCase());

/** Follows one job until it ends, then refreshes what it may have changed. */
export function useJob(id: string | null) {
  const client = useQueryClient();
  const job = useQuery({
    queryKey: ['job', id],
    enabled: id !== null,
    queryFn: () => api.get<JobInfo>(`/jobs/${id}`),
    refetchInterval: (q) => (jobEnded(q.state.data) ? false : 1000),
    placeholderData: undefined,
  });
  const ended = jobEnded(job.data);
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (!ended) told.current = null;
    if (!ended || told.current === id) return;
    told.current = id;
    void client.invalidateQueries({ predicate: (q) => q.queryKey[0] !== 'job' && q.queryKey[0] !== 'me' });
  }, [ended, id, client]);
  return job;
}

const NOT_BY_REPEATING = new Set(['composition.other_composer', 'job.unknown']);
/** A job that ended early, unless it would only end so again. */
export const mayRunAgain = (job: Pick<JobInfo, 'state' | 'error_code'>): boolean =>
  ['failed', 'cancelled'].includes(job.state) && !NOT_BY_REPEATING.has(job.error_code ?? '');

/** Puts a job that was given up or cancelled back into its queue. */
export function useRunAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (job: string) => api.post<JobInfo>(`/jobs/${job}/retry`),
    onSuccess: (job) => client.setQueryData(['job', job.id], job),
    onError: (_, job) => void client.invalidateQueries({ queryKey: ['job', job] }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['jobs'] }),
  });
}
