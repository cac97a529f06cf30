import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, ApiError } from '../../../shared/api/client';
import { leaseFor, type NextLease, type Reply, type Sending } from '../model/outbox';
import type { Decided, Lease, Nothing, Queue, Upcoming } from './types';

const root = (slug: string) => `/projects/${slug}/review`;
export const leaseKey = (slug: string, id: string) => ['review', slug, 'lease', id];

export function useQueue(slug: string) {
  return useQuery({
    queryKey: ['review', slug, 'queue'],
    queryFn: () => api.get<Queue>(`${root(slug)}/queue`),
    refetchInterval: 30_000,
  });
}

export function useLease(slug: string, id: string) {
  return useQuery({
    queryKey: leaseKey(slug, id),
    queryFn: () => api.get<Lease>(`${root(slug)}/leases/${id}`),
    staleTime: Infinity,
    placeholderData: undefined,
    refetchOnWindowFocus: false,
  });
}

/** What would come after this lease; looking leases nothing. Without a lease the answer to the last one stays. */
export function useUpcoming(slug: string, lease: string) {
  return useQuery({
    queryKey: ['review', slug, 'upcoming', lease],
    enabled: lease !== '',
    queryFn: async () => ({
      of: lease,
      list: (await api.get<{ results: Upcoming[] }>(`${root(slug)}/upcoming`)).results,
    }),
    staleTime: Infinity,
    placeholderData: undefined,
    refetchOnWindowFocus: false,
  });
}

export function useDecided(slug: string, limit = 5) {
  return useQuery({
    queryKey: ['review', slug, 'decided', limit],
    queryFn: async () =>
      (await api.get<{ results: Decided[] }>(`${root(slug)}/decided?limit=${limit}`)).results,
  });
}

export interface Leased {
  lease: Lease | null;
  nothing: Nothing | null;
}

export const takeLease = (slug: string, batch?: string) =>
  api.post<Leased>(`${root(slug)}/leases`, batch ? { batch } : {});
export const heartbeat = (slug: string, id: string) =>
  api.post<{ expires_at?: string }>(`${root(slug)}/leases/${id}/heartbeat`, {});
export const takeBack = (slug: string, decision: string) =>
  api.delete<Lease>(`${root(slug)}/decisions/${decision}`);
export const leaveReview = (slug: string) => api.post(`${root(slug)}/leave`, {}, { keepalive: true });

export const uncover = (slug: string, lease: string) =>
  api.post<void>(`${root(slug)}/leases/${lease}/reveal`, {});

/** A lease that is over knows better than this what is to be said; what may pass by itself is tried again. */
function letGo(error: unknown): void {
  if (!(error instanceof ApiError) || error.offline || ![403, 404, 409].includes(error.status)) throw error;
}

/** What may pass by itself keeps its place in the outbox; what the server refuses for good comes back with its words. */
export async function deliver(slug: string, sending: Sending, next: NextLease | null): Promise<Reply> {
  try {
    const known = sending.lease === null ? (next ?? (await takeLease(slug, sending.batch)).lease) : null;
    const under = leaseFor(sending, known);
    if ('outcome' in under) return under;
    if (sending.untold) await uncover(slug, under.lease).catch(letGo);
    const reply = await api.post<{ next: Lease | null; decision?: { id: string } }>(
      `${root(slug)}/leases/${under.lease}/${sending.kind}`,
      sending.body,
      { headers: { 'Idempotency-Key': sending.key } },
    );
    return {
      outcome: 'sent',
      next: reply.next,
      decision: reply.decision?.id ?? null,
      lease: under.lease,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) return { outcome: 'offline' };
    if (error.status === 401) return { outcome: 'offline', signedOut: true };
    if (error.offline || error.status >= 500 || error.status === 429) return { outcome: 'offline' };
    return { outcome: 'refused', status: error.status, code: error.code, detail: error.message };
  }
}

export function useReviewCache(slug: string) {
  const client = useQueryClient();
  return {
    client,
    putLease: (lease: Lease) => client.setQueryData(leaseKey(slug, lease.id), lease),
    decidedChanged: () => void client.invalidateQueries({ queryKey: ['review', slug, 'decided'] }),
    queueChanged: () => void client.invalidateQueries({ queryKey: ['review', slug, 'queue'] }),
  };
}
