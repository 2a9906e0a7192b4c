import { QueryClient } from '@tanstack/react-query'

/** Creates the cache of reads. It never retries automatically: an error is shown at once, with a button to retry. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always', because the browser's online state says nothing about a platform on this machine or network.
      queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
