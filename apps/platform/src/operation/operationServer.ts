import { createServer, type Server } from 'node:http'
import { LIMITS } from '../limits/limits.ts'
import type { Readiness } from '../meter/readiness.ts'
import type { Metrics } from './metrics.ts'

const PATIENCE = { headersTimeout: 10_000, requestTimeout: 10_000, keepAliveTimeout: 30_000 } as const

/** The server for whoever operates the platform. */
export interface OperationServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` on a port of its own, without a sign-in. Rejects with the socket's error.
 */
export async function startOperationServer(
  metrics: Metrics,
  readiness: Readiness,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<OperationServer> {
  const server = createServer(PATIENCE, (request, reply) => {
    const say = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      reply.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
      reply.end(request.method === 'HEAD' ? undefined : text)
    }
    const path = request.url?.split('?', 1)[0]
    if (request.method !== 'GET' && request.method !== 'HEAD') say(405, 'Only GET is answered here.\n')
    else if (path === '/healthz') say(200, 'ok\n')
    else if (path === '/readyz') say(readiness.isReady ? 200 : 503, `${readiness.state}\n`)
    else if (path === '/metrics') {
      metrics.read().then(
        ({ text, type }) => say(200, text, type),
        (error: unknown) => say(500, `The metrics cannot be read: ${String(error)}\n`),
      )
    } else say(404, 'Here are /metrics, /healthz and /readyz.\n')
  })
  server.maxConnections = LIMITS.metricsConnections.value
  await listening(server, host, port)
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
