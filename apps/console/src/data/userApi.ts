import { createClient } from '@greenwave/client/createClient'
import { apiKeyCalls } from '@greenwave/contract/wire/calls/apiKeys'
import { secondFactorCalls } from '@greenwave/contract/wire/calls/secondFactor'
import { sessionCalls } from '@greenwave/contract/wire/calls/sessions'
import { signInCalls } from '@greenwave/contract/wire/calls/signIn'
import { userCalls } from '@greenwave/contract/wire/calls/users'
import { callDeps } from './signInApi.ts'

/** Calls the platform about accounts, their sessions and second factors. Throws as `callApi` does. */
export const callUsers = createClient({
  ...callDeps,
  calls: { ...signInCalls, ...userCalls, ...sessionCalls, ...apiKeyCalls, ...secondFactorCalls },
})
