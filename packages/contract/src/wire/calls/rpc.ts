/** Calls that the platform makes to devices (RPC). */
import * as z from 'zod/mini'
import { RpcRequest } from '../rpc.ts'
import { defineFamily } from './call.ts'
import { deviceId } from './parts.ts'

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
