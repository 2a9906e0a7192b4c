import { createClient } from '@greenwave/client/createClient'
import { installationCalls } from '@greenwave/contract/wire/calls/greenwave'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callDeps } from '../signInApi.ts'
import { isMissingCall } from './sessions.ts'
import { isGreenwave } from './system.ts'

/** Makes the calls about the installation, which only its page loads. Throws as `callApi` does. */
const callInstallation = createClient({ ...callDeps, calls: installationCalls })

/** Interval at which the state of the installation is read, milliseconds. */
const READ_AGAIN_MS = 15_000

/** Resolves with null on a platform that does not report on itself. */
async function orNothing<T>(client: QueryClient, read: () => Promise<T>): Promise<T | null> {
  if (!(await isGreenwave(client))) return null
  return read().catch((error: unknown) => {
    if (isMissingCall(error)) return null
    throw error
  })
}

/** Reads the state of the installation; null on a platform that does not report it. */
export function systemReportQuery() {
  return queryOptions({
    queryKey: ['installation', 'report'],
    queryFn: ({ client, signal }) => orNothing(client, () => callInstallation('systemReport', { signal })),
    refetchInterval: ({ state }) => (state.data === null ? false : READ_AGAIN_MS),
  })
}

/** Reads the results of the checks of the installation, which take seconds; null as `systemReportQuery`. */
export function systemFindingsQuery() {
  return queryOptions({
    queryKey: ['installation', 'findings'],
    queryFn: ({ client, signal }) => orNothing(client, () => callInstallation('systemFindings', { signal })),
    staleTime: READ_AGAIN_MS,
    refetchOnWindowFocus: false,
  })
}
