import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Time for which a browser may cache the permission to send, seconds. */
const PREFLIGHT_SECONDS = 600

/**
 * Allows pages of these origins, such as `https://console.example`, to read answers. Without origins no cross-origin
 * header is ever sent. Cookies are not allowed: such a page sends its token itself.
 */
export async function registerCrossOrigin(app: FastifyInstance, allowedOrigins: readonly string[]): Promise<void> {
  if (allowedOrigins.length === 0) return
  await app.register(cors, {
    origin: [...allowedOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  })
}
