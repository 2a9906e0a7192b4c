/** Every REST call once: the server registers from this table, and clients call through it. */

import { alarmCalls } from './calls/alarms.ts'
import { auditCalls } from './calls/audit.ts'
import { customerCalls } from './calls/customers.ts'
import { deviceCalls } from './calls/devices.ts'
import { rpcCalls } from './calls/rpc.ts'
import { secondFactorCalls } from './calls/secondFactor.ts'
import { sessionCalls } from './calls/sessions.ts'
import { signInCalls } from './calls/signIn.ts'
import { systemCalls } from './calls/system.ts'
import { userCalls } from './calls/users.ts'
import { valueCalls } from './calls/values.ts'

export type { Call } from './calls/call.ts'

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

export type CallName = keyof typeof calls
