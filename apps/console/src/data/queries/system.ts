import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { ApiError } from '../apiErrors.ts'

/** Interval of reads of the platform's clock, milliseconds. A clock that jumped stays wrong for hours. */
const ASK_AGAIN_MS = 180_000
/** Interval of reads of the demonstration's progress, milliseconds. */
const PREPARED_MS = 1_000
/** Name that our own platform gives itself. */
const OWN_NAME = 'Greenwave'

export type Info = Awaited<ReturnType<typeof callApi<'systemInfo'>>> | null

const isOwn = (info: Info | undefined): boolean => info?.name === OWN_NAME

/**
 * Reads the platform's information about itself; null for a platform without this call. Another product is read once a
 * session; our own is read again, also when the page gets the focus.
 */
export function systemInfoQuery() {
  return queryOptions({
    queryKey: ['systemInfo'],
    gcTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<Info> {
      try {
        return await callApi('systemInfo', { signal })
      } catch (error) {
        if (error instanceof ApiError && [403, 404, 405].includes(error.status)) return null
        throw error
      }
    },
    refetchInterval({ state: { data } }) {
      if (data !== undefined && !isOwn(data)) return false
      return data?.preparation ? PREPARED_MS : ASK_AGAIN_MS
    },
    refetchOnWindowFocus: ({ state }) => state.data === undefined || isOwn(state.data),
  })
}

/** Reads what the platform reports about its clock; null when the clock is fine, or the platform has no such report. */
export function clockTroubleQuery() {
  return { ...systemInfoQuery(), select: (info: Info) => info?.clockTrouble ?? null }
}

/**
 * Reads what everybody must know of the platform: maintenance, and for administrators the parts that do not work; null
 * when there is nothing, or the platform has no such report.
 */
export function systemNoticesQuery() {
  const noticesOf = (info: Info) => {
    const { maintenance, troubles = [] } = info ?? {}
    return maintenance === undefined && troubles.length === 0 ? null : { maintenance, troubles }
  }
  return { ...systemInfoQuery(), select: noticesOf }
}

/** Reads whether the platform is a Greenwave. */
export function isGreenwaveQuery() {
  return { ...systemInfoQuery(), select: isOwn }
}

/** Returns whether the platform is a Greenwave, which alone answers `/api/greenwave/...`. Asks once in a session. */
export async function isGreenwave(client: QueryClient): Promise<boolean> {
  return isOwn(await client.ensureQueryData(systemInfoQuery()))
}
