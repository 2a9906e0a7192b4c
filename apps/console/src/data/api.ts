/**
 * The only place of the console that calls the platform over HTTP, besides `signInApi.ts`: the shared client, connected
 * to this tab's session.
 */
import { createClient } from '@greenwave/client/createClient'
import { assetCalls } from '@greenwave/contract/calls/assets'
import { attributeCalls } from '@greenwave/contract/calls/attributes'
import { customerCalls } from '@greenwave/contract/calls/customers'
import { deviceCalls } from '@greenwave/contract/calls/devices'
import { secondFactorCalls } from '@greenwave/contract/calls/secondFactor'
import { sessionCalls } from '@greenwave/contract/calls/sessions'
import { signInCalls } from '@greenwave/contract/calls/signIn'
import { systemCalls } from '@greenwave/contract/calls/system'
import { userCalls } from '@greenwave/contract/calls/users'
import { callDeps } from './signInApi.ts'

/** The resources that the console has screens for. Every page behind the sign-in loads their calls, but no others. */
const CONSOLE_RESOURCES = {
  ...signInCalls,
  ...secondFactorCalls,
  ...userCalls,
  ...sessionCalls,
  ...customerCalls,
  ...deviceCalls,
  ...attributeCalls,
  ...systemCalls,
  tenantAssets: assetCalls.tenantAssets,
}

/** Calls the platform. Throws as described at `createClient`. */
export const callApi = createClient({ ...callDeps, calls: CONSOLE_RESOURCES })
