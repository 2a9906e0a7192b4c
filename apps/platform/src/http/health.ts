import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../meter/readiness.ts'

/** Lifetime of an answer of the platform behind, milliseconds. */
const BELIEVED_MS = 3_000

/**
 * Answers `/healthz` while the process works, and `/readyz` while it takes requests, for proxies in front. Neither needs
 * a token; `/readyz` names parts that do not work.
 * @param isBehindReady whether what stands behind this server can be reached; default: nothing stands there
 */
export function registerHealth(
  app: FastifyInstance,
  readiness: Readiness,
  isBehindReady?: () => Promise<boolean>,
): void {
  let asked: { readonly atMs: number; readonly answer: Promise<boolean> } | undefined
  const isReachable = (): Promise<boolean> => {
    if (!isBehindReady) return Promise.resolve(true)
    if (!asked || performance.now() - asked.atMs > BELIEVED_MS) {
      asked = { atMs: performance.now(), answer: isBehindReady() }
    }
    return asked.answer
  }
  const route = { method: ['GET', 'HEAD'], schema: { hide: true } }
  app.route({
    ...route,
    url: '/healthz',
    handler: (_request, reply) => reply.header('cache-control', 'no-store').type('text/plain').send('ok\n'),
  })
  app.route({
    ...route,
    url: '/readyz',
    async handler(_request, reply) {
      const isCutOff = readiness.isReady && !(await isReachable())
      reply
        .code(readiness.isReady && !isCutOff ? 200 : 503)
        .header('cache-control', 'no-store')
        .type('text/plain')
      return `${isCutOff ? 'the platform behind does not answer' : readiness.state}\n`
    },
  })
}
