import { createClient } from '@greenwave/client/createClient'
import { alarmCalls } from '@greenwave/contract/calls/alarms'
import { callDeps } from './signInApi.ts'

/** Calls the platform about alarms. They come with what shows alarms, not with every page. Throws as `callApi` does. */
export const callAlarms = createClient({ ...callDeps, calls: alarmCalls })
