import { createClient } from '@greenwave/client/createClient'
import { customerCalls } from '@greenwave/contract/calls/customers'
import { callDeps } from './signInApi.ts'

/** Calls the platform about customers. Throws as `callApi` does. */
export const callCustomers = createClient({ ...callDeps, calls: customerCalls })
