/**
 * The shared client, connected to this tab's session. The other clients come with the pages that need them: in the
 * files beside this one whose names end with `Api.ts`, or where all their calls are made.
 */
import { createClient } from '@greenwave/client/createClient'
import { assetCalls } from '@greenwave/contract/wire/calls/assets'
import { attributeCalls } from '@greenwave/contract/wire/calls/attributes'
import { deviceCalls } from '@greenwave/contract/wire/calls/devices'
import { systemCalls } from '@greenwave/contract/wire/calls/system'
import { callDeps } from './signInApi.ts'

/** The calls that every page behind the sign-in loads. Those of other resources come with the pages that make them. */
const EVERYWHERE = {
  ...deviceCalls,
  ...attributeCalls,
  ...systemCalls,
  tenantAssets: assetCalls.tenantAssets,
}

/** Calls the platform. Throws as described at `createClient`. */
export const callApi = createClient({ ...callDeps, calls: EVERYWHERE })
