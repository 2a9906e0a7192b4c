import { QueryClient } from '@tanstack/react-query'

/** The cache of what was read. Nothing is repeated unasked: an error shows at once, with a way to try again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': whether the browser thinks it is online says nothing about a platform on this machine or network.
      queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
