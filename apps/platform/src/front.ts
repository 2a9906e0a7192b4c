import type { ConsoleSettings } from '@greenwave/contract/consoleSettings'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { registerConsoleFiles } from './http/consoleFiles.ts'
import { registerCrossOrigin } from './http/crossOrigin.ts'
import { registerSecurityHeaders } from './http/securityHeaders.ts'
import { proxyTrust } from './http/trustedProxies.ts'
import { registerUpstreamProxy } from './http/upstreamProxy.ts'
import { listenRefusal } from './listenRefusal.ts'

export interface FrontOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Origin of the platform behind it. */
  readonly platformUrl: string
  readonly consoleDir: string | undefined
  readonly consoleSettings: ConsoleSettings
  /** Proxies in front of this one whose `X-Forwarded-*` headers count, as `isProxyName` takes them. */
  readonly trustedProxies: readonly string[]
  /** Origins of pages elsewhere that may use the API and its live socket. */
  readonly allowedOrigins: readonly string[]
  readonly log: FastifyBaseLogger
}

/** The console in front of a platform that runs elsewhere. */
export interface Front {
  readonly url: string
  close(): Promise<void>
}

/** Serves the console, and the API of the platform behind it. Nothing is stored here. */
export async function createFront(options: FrontOptions): Promise<Front> {
  const { host, port, log } = options
  const app = fastify({
    loggerInstance: log,
    trustProxy: proxyTrust(options.trustedProxies),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 4096 },
    logController: new LogController({ disableRequestLogging: true }),
  })
  await registerSecurityHeaders(app)
  await registerCrossOrigin(app, options.allowedOrigins)
  await registerUpstreamProxy(app, options.platformUrl, options.allowedOrigins)
  if (options.consoleDir !== undefined) {
    await registerConsoleFiles(app, { dir: options.consoleDir, settings: options.consoleSettings })
  }
  try {
    return { url: await app.listen({ host, port }), close: () => app.close() }
  } catch (error) {
    await app.close()
    throw listenRefusal(error, {
      host: { setting: 'GREENWAVE_HOST', value: host },
      port: { setting: 'GREENWAVE_PORT', value: port },
    })
  }
}
