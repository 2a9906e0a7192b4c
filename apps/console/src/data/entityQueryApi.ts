import { createClient } from '@greenwave/client/createClient'
import { entityQueryCalls } from '@greenwave/contract/calls/entityQueries'
import { callDeps } from './signInApi.ts'

/** Calls the platform for many entities at once. They come with what lists junctions. Throws as `callApi` does. */
export const callEntityQueries = createClient({ ...callDeps, calls: entityQueryCalls })
