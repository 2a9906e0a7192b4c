import { createClient } from '@greenwave/client/createClient'
import { attributeCalls } from '@greenwave/contract/calls/attributes'
import { timeseriesCalls } from '@greenwave/contract/calls/timeseries'
import { callDeps } from './signInApi.ts'

const { saveAttributes, deleteAttributes } = attributeCalls
const { saveTimeseries } = timeseriesCalls

/** Calls the platform to change settings. They come with the dialogs. Throws as `callApi` does. */
export const callChanges = createClient({
  ...callDeps,
  calls: { saveAttributes, deleteAttributes, saveTimeseries },
})
