import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { ApiError } from '../apiErrors.ts'

/** How often the platform is asked about its clock, milliseconds. A clock that jumped stays wrong for hours. */
const ASK_AGAIN_MS = 180_000

/**
 * Reads what the platform reports about its clock; null when the clock is fine. It is read again when the page gets the
 * focus. A platform without this report (an older version or another product) is not asked again in this session.
 */
export function clockTroubleQuery() {
  return queryOptions({
    queryKey: ['clockTrouble'],
    queryFn: async ({ signal }) => (await callApi('systemInfo', { signal })).clockTrouble ?? null,
    refetchInterval: ({ state }) => (isRefused(state.error) ? false : ASK_AGAIN_MS),
    refetchOnWindowFocus: ({ state }) => !isRefused(state.error),
  })
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [403, 404, 405].includes(error.status)
}
