import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../shared/api/client';

/** Old content stays until the new is whole; only what may pass by itself is tried again. */
export function makeQueryClient(): QueryClient {
  const passing = (error: unknown) =>
    error instanceof ApiError && (error.status === 0 || error.status >= 502);
  const client: QueryClient = new QueryClient({
    // The session ended meanwhile: the sign-in page comes, and brings back to this address.
    queryCache: new QueryCache({
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) client.setQueryData(['me'], null);
      },
    }),
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
  return client;
}
