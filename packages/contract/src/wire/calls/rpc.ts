/** Calls that the platform makes to devices (RPC). */
import * as z from 'zod/mini'
import { defineFamily } from './call.ts'
import { deviceId } from './parts.ts'

/** Body of a call to a device. `timeout` is in milliseconds, at least 5000. */
const RpcRequest = z.looseObject({
  method: z.string(),
  params: z.optional(z.unknown()),
  timeout: z.optional(z.number()),
  persistent: z.optional(z.boolean()),
  expirationTime: z.optional(z.number()),
  retries: z.optional(z.number()),
  additionalInfo: z.optional(z.unknown()),
})

/** How long a device may take to reply if the call names no timeout, milliseconds. */
export const RPC_DEFAULT_TIMEOUT_MS = 10_000

/** Shortest timeout of a call, milliseconds. */
export const RPC_MIN_TIMEOUT_MS = 5_000

export const rpcCalls = defineFamily(
  { refusal: 'text' },
  {
    rpcOneway: {
      method: 'POST',
      path: '/api/rpc/oneway/:deviceId',
      aliases: ['/api/plugins/rpc/oneway/:deviceId'],
      params: deviceId,
      body: RpcRequest,
      bodyAs: 'jsonOfAnyType',
      writes: 'values',
    },
    rpcTwoway: {
      method: 'POST',
      path: '/api/rpc/twoway/:deviceId',
      aliases: ['/api/plugins/rpc/twoway/:deviceId'],
      params: deviceId,
      body: RpcRequest,
      reply: z.unknown(),
      bodyAs: 'jsonOfAnyType',
      writes: 'values',
    },
  },
)
