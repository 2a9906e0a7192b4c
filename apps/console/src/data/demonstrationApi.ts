import { createClient } from '@greenwave/client/createClient'
import { demonstrationCalls } from '@greenwave/contract/calls/demonstration'
import { callDeps } from './signInApi.ts'

/** Makes the calls of the demonstration, which no other console loads. Throws as `callApi` does. */
export const callDemonstration = createClient({ ...callDeps, calls: demonstrationCalls })
