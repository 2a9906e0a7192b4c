/** Clients for what is past: telemetry of a junction, and what reports are counted from. */
import { createClient } from '@greenwave/client/createClient'
import { alarmCalls } from '@greenwave/contract/wire/calls/alarms'
import { attributeCalls } from '@greenwave/contract/wire/calls/attributes'
import { timeseriesCalls } from '@greenwave/contract/wire/calls/timeseries'
import { callDeps } from './signInApi.ts'

/** Largest reply, bytes. A page is much smaller; a platform that sends more than requested must not fill the memory. */
const MAX_REPLY_BYTES = 33_554_432

/** Calls the platform about telemetry, and the attributes that explain it. Throws as `callApi` does. */
export const callHistory = createClient({
  ...callDeps,
  calls: { ...timeseriesCalls, attributes: attributeCalls.attributes },
  maxReplyBytes: MAX_REPLY_BYTES,
})

/** Calls the platform for the sources of reports. Throws as `callApi` does. */
export const callReports = createClient({ ...callDeps, calls: { ...timeseriesCalls, ...alarmCalls } })
