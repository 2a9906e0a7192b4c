import { createClient } from '@greenwave/client/createClient'
import { alarmCalls } from '@greenwave/contract/calls/alarms'
import { timeseriesCalls } from '@greenwave/contract/calls/timeseries'
import { callDeps } from './signInApi.ts'

const { timeseries } = timeseriesCalls
const { alarmsV2, entityAlarmsV2 } = alarmCalls

/** Calls the platform for what reports are counted from. They come with reports. Throws as `callApi` does. */
export const callReports = createClient({ ...callDeps, calls: { timeseries, alarmsV2, entityAlarmsV2 } })
