/** Clients for changes of settings: of one junction, of their history, of many junctions. */
import { createClient } from '@greenwave/client/createClient'
import { systemTransport } from '@greenwave/client/transport'
import { assetCalls } from '@greenwave/contract/wire/calls/assets'
import { attributeCalls } from '@greenwave/contract/wire/calls/attributes'
import { auditCalls } from '@greenwave/contract/wire/calls/audit'
import { entityQueryCalls } from '@greenwave/contract/wire/calls/entityQueries'
import { timeseriesCalls } from '@greenwave/contract/wire/calls/timeseries'
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

/** A call that takes longer counts as lost, milliseconds: shorter than the time for which no other user may send. */
const CALL_TIMEOUT_MS = 20_000

/** Calls the platform for rollouts. Throws as `callApi` does. */
export const callRollouts = createClient({
  ...callDeps,
  fetch: (address, init) =>
    systemTransport.fetch(address, { ...init, signal: init.signal ?? AbortSignal.timeout(CALL_TIMEOUT_MS) }),
  calls: { ...assetCalls, ...attributeCalls, ...timeseriesCalls },
})
