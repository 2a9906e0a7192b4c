import { createClient } from '@greenwave/client/createClient'
import { assetCalls } from '@greenwave/contract/calls/assets'
import { callDeps } from './signInApi.ts'

/** Calls the platform about corridors, which are assets. Throws as `callApi` does. */
export const callCorridors = createClient({ ...callDeps, calls: assetCalls })
