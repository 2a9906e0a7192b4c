import { createClient } from '@greenwave/client/createClient'
import { systemTransport } from '@greenwave/client/transport'
import { assetCalls } from '@greenwave/contract/calls/assets'
import { attributeCalls } from '@greenwave/contract/calls/attributes'
import { timeseriesCalls } from '@greenwave/contract/calls/timeseries'
import { callDeps } from './signInApi.ts'

/** A call that takes longer counts as lost, milliseconds: shorter than the time for which nobody else may send. */
const CALL_TIMEOUT_MS = 20_000

const { asset, saveAsset, tenantAssets } = assetCalls
const { attributes, saveAttributes, deleteAttributes } = attributeCalls
const { timeseries, saveTimeseries } = timeseriesCalls

/** Calls the platform for changes of many junctions. They come with the pages of these. Throws as `callApi` does. */
export const callRollouts = createClient({
  ...callDeps,
  fetch: (address, init) =>
    systemTransport.fetch(address, { ...init, signal: init.signal ?? AbortSignal.timeout(CALL_TIMEOUT_MS) }),
  calls: {
    ...{ asset, saveAsset, tenantAssets },
    ...{ attributes, saveAttributes, deleteAttributes, timeseries, saveTimeseries },
  },
})
