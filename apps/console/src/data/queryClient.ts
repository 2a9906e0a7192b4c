import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './apiErrors.ts'

/** Creates the cache of reads. It never retries automatically: an error is shown at once, with a button to retry. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    // A write that maintenance refused: the banner about it must not wait for the next look at the platform.
    mutationCache: new MutationCache({
      onError(error) {
        if (error instanceof ApiError && error.status === 503)
          void client.invalidateQueries({ queryKey: ['systemInfo'] })
      },
    }),
    defaultOptions: {
      // 'always', because the browser's online state says nothing about a platform on this machine or network.
      queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
