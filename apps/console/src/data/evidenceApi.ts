import { createClient } from '@greenwave/client/createClient'
import { evidenceCalls } from '@greenwave/contract/calls/evidence'
import { timeseriesCalls } from '@greenwave/contract/calls/timeseries'
import { callDeps } from './signInApi.ts'

const { timeseries } = timeseriesCalls

/** A page of history is much smaller; a platform that sends more than was asked for must not fill the memory. Bytes. */
const MAX_REPLY_BYTES = 33_554_432

/** Calls the platform for evidence. They come with the page of evidence. Throws as `callApi` does. */
export const callEvidence = createClient({
  ...callDeps,
  calls: { ...evidenceCalls, timeseries },
  maxReplyBytes: MAX_REPLY_BYTES,
})
