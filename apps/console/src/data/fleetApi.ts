import { createClient } from '@greenwave/client/createClient'
import { alarmCalls } from '@greenwave/contract/wire/calls/alarms'
import { entityQueryCalls } from '@greenwave/contract/wire/calls/entityQueries'
import { callDeps } from './signInApi.ts'

/**
 * Calls the platform about many junctions and their alarms. Comes with the first part that shows some, after the first
 * view. Throws as `callApi` does.
 */
export const callFleet = createClient({ ...callDeps, calls: { ...entityQueryCalls, ...alarmCalls } })
