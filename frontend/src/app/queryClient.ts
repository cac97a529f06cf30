import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../shared/api/client';

/** Old content stays until the new is whole; only what may pass by itself is tried again. */
export function makeQueryClient(): QueryClient {
  const passing = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 502);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => passing(error) && count < 3,
        placeholderData: (previous: unknown) => previous,
      },
      mutations: { retry: false },
    },
  });
}
