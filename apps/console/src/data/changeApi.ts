import { createClient } from '@greenwave/client/createClient'
import { attributeCalls } from '@greenwave/contract/calls/attributes'
import { auditCalls } from '@greenwave/contract/calls/audit'
import { entityQueryCalls } from '@greenwave/contract/calls/entityQueries'
import { timeseriesCalls } from '@greenwave/contract/calls/timeseries'
import { callDeps } from './signInApi.ts'

const { saveAttributes, deleteAttributes } = attributeCalls
const { saveTimeseries, timeseries } = timeseriesCalls
const { auditLogs, entityAuditLogs } = auditCalls
const { findEntities } = entityQueryCalls

/** Calls the platform to change settings. They come with the dialogs. Throws as `callApi` does. */
export const callChanges = createClient({
  ...callDeps,
  calls: { saveAttributes, deleteAttributes, saveTimeseries },
})

/** Calls the platform to read changes. They come with what shows changes. Throws as `callApi` does. */
export const callChangeHistory = createClient({
  ...callDeps,
  calls: { timeseries, findEntities, auditLogs, entityAuditLogs },
})
