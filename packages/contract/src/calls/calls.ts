/** The table of all REST calls, each once. The server registers its routes from it, and clients call through it. */

import { alarmCalls } from './alarms.ts'
import { auditCalls } from './audit.ts'
import { customerCalls } from './customers.ts'
import { deviceCalls } from './devices.ts'
import { rpcCalls } from './rpc.ts'
import { secondFactorCalls } from './secondFactor.ts'
import { sessionCalls } from './sessions.ts'
import { signInCalls } from './signIn.ts'
import { systemCalls } from './system.ts'
import { userCalls } from './users.ts'
import { valueCalls } from './values.ts'

export type { Call } from './call.ts'

export const calls = {
  ...signInCalls,
  ...secondFactorCalls,
  ...userCalls,
  ...sessionCalls,
  ...customerCalls,
  ...deviceCalls,
  ...valueCalls,
  ...rpcCalls,
  ...systemCalls,
  ...auditCalls,
  ...alarmCalls,
}

/** The beginning of every path, of REST calls and of sockets. */
export const API_ROOT = '/api/'

export type CallName = keyof typeof calls
