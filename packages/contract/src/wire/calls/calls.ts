/** The table of all REST calls, each once. The server registers its routes from it, and clients call through it. */

import { alarmCalls } from './alarms.ts'
import { apiKeyCalls } from './apiKeys.ts'
import { assetCalls } from './assets.ts'
import { attributeCalls } from './attributes.ts'
import { auditCalls } from './audit.ts'
import { customerCalls } from './customers.ts'
import { deviceEditCalls, plainDeviceCalls } from './deviceRecords.ts'
import { deviceCalls } from './devices.ts'
import { entityQueryCalls } from './entityQueries.ts'
import { attemptCalls, demonstrationCalls, evidenceCalls, installationCalls } from './greenwave.ts'
import { imageCalls } from './images.ts'
import { rpcCalls } from './rpc.ts'
import { secondFactorCalls } from './secondFactor.ts'
import { sessionCalls } from './sessions.ts'
import { signInCalls } from './signIn.ts'
import { systemCalls } from './system.ts'
import { timeseriesCalls } from './timeseries.ts'
import { userCalls } from './users.ts'

export type { Call } from './call.ts'

export const calls = {
  ...signInCalls,
  ...secondFactorCalls,
  ...userCalls,
  ...sessionCalls,
  ...apiKeyCalls,
  ...customerCalls,
  ...deviceCalls,
  ...deviceEditCalls,
  ...plainDeviceCalls,
  ...assetCalls,
  ...attributeCalls,
  ...timeseriesCalls,
  ...imageCalls,
  ...evidenceCalls,
  ...entityQueryCalls,
  ...rpcCalls,
  ...systemCalls,
  ...installationCalls,
  ...attemptCalls,
  ...auditCalls,
  ...alarmCalls,
  ...demonstrationCalls,
}

/** The beginning of every path, of REST calls and of sockets. */
export const API_ROOT = '/api/'

export type CallName = keyof typeof calls
