import { createClient } from '@greenwave/client/createClient'
import { timeseriesCalls } from '@greenwave/contract/calls/timeseries'
import { callDeps } from './signInApi.ts'

/** A page of history is much smaller; a platform that sends more than was asked for must not fill the memory. Bytes. */
const MAX_REPLY_BYTES = 33_554_432

/** Calls the platform about telemetry. They come with what shows the past, not with every page. Throws as `callApi` does. */
export const callHistory = createClient({ ...callDeps, calls: timeseriesCalls, maxReplyBytes: MAX_REPLY_BYTES })
