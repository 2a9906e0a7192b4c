import { createClient } from '@greenwave/client/createClient'
import { installationCalls } from '@greenwave/contract/wire/calls/greenwave'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
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

/** Reads how many photos nothing names, and their bytes; null as `systemReportQuery`. */
export function unusedPhotosQuery() {
  return queryOptions({
    queryKey: ['installation', 'unusedPhotos'],
    queryFn: ({ client, signal }) => orNothing(client, () => callInstallation('unusedPhotos', { signal })),
    refetchOnWindowFocus: false,
  })
}

/** Deletes the photos that nothing names. */
export const deleteUnusedPhotosMutation = mutationOptions({
  mutationFn: (_of: string) => callInstallation('deleteUnusedPhotos'),
  onSettled: (_reply, _error, _of, _result, { client }) =>
    client.invalidateQueries({ queryKey: ['installation', 'unusedPhotos'] }),
})

/** Stops writing for everybody but controllers, with a sentence and its end, epoch milliseconds. */
export const startMaintenanceMutation = mutationOptions({
  mutationFn: (body: { readonly text: string; readonly until: number }) =>
    callInstallation('startMaintenance', { body }),
  onSuccess: (_reply, _body, _result, { client }) => client.invalidateQueries({ queryKey: ['systemInfo'] }),
})

/** Ends the maintenance before its time. */
export const endMaintenanceMutation = mutationOptions({
  mutationFn: () => callInstallation('endMaintenance'),
  onSuccess: (_reply, _nothing, _result, { client }) => client.invalidateQueries({ queryKey: ['systemInfo'] }),
})

/** Name of the archive where a proxy in between drops it. */
const BUNDLE_NAME = 'greenwave-support.tar.gz'

/** Fetches the archive for support, with the name of its file. */
export const supportBundleMutation = mutationOptions({
  async mutationFn() {
    const { name, bytes } = await callInstallation('supportBundle')
    return { name: name ?? BUNDLE_NAME, file: await new Response(bytes).blob() }
  },
})
