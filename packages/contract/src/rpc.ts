import * as z from 'zod/mini'

/** Body of a call to a device; `timeout` in milliseconds, at least 5000. */
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
/** Milliseconds that a device has for its answer when the call names none. */
export const RPC_DEFAULT_TIMEOUT_MS = 10_000
/** Shortest time for an answer, milliseconds. */
export const RPC_MIN_TIMEOUT_MS = 5_000
