import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { ApiError } from '../apiErrors.ts'

/** A clock that jumped stays so for hours; whether it did is asked this often, milliseconds. */
const ASK_AGAIN_MS = 180_000

/**
 * What the platform says of its clock, null when nothing is wrong with it; asked again when the page is looked at again. A platform
 * that does not tell, an older one or another's, is not asked again in this session.
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
