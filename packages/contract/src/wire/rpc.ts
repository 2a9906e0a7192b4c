import * as z from 'zod/mini'

/** Body of a call to a device. `timeout` is in milliseconds, at least 5000. */
export const RpcRequest = z.looseObject({
  method: z.string(),
  params: z.optional(z.unknown()),
  timeout: z.optional(z.number()),
  persistent: z.optional(z.boolean()),
  expirationTime: z.optional(z.number()),
  retries: z.optional(z.number()),
  additionalInfo: z.optional(z.unknown()),
})
export type RpcRequest = z.infer<typeof RpcRequest>
/** How long a device may take to reply if the call names no timeout, milliseconds. */
export const RPC_DEFAULT_TIMEOUT_MS = 10_000
/** Shortest timeout of a call, milliseconds. */
export const RPC_MIN_TIMEOUT_MS = 5_000
