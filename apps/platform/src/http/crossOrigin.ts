import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** Time that a browser may remember what it was allowed to send, seconds. */
const PREFLIGHT_SECONDS = 600

/**
 * Lets pages of these origins read answers, given as `https://console.example`. With none of them no header of cross-origin
 * access is ever sent. Cookies are never asked for: a token is sent by the page itself.
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
