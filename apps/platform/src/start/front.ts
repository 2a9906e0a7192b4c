import type { ConsoleSettings } from '@greenwave/contract/consoleSettings'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { handleLimit, shareHandles } from '../connections/handleShares.ts'
import { PATIENCE_OPTIONS, registerConnections } from '../connections/httpConnections.ts'
import { LISTEN_BACKLOG } from '../connections/limits.ts'
import { registerConsoleFiles } from '../http/consoleFiles.ts'
import { registerCrossOrigin } from '../http/crossOrigin.ts'
import { answerError } from '../http/errorAnswers.ts'
import { registerSecurityHeaders } from '../http/securityHeaders.ts'
import { proxyTrust } from '../http/trustedProxies.ts'
import { registerUpstreamProxy } from '../http/upstreamProxy.ts'
import { listenRefusal } from './listenRefusal.ts'

export interface FrontOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Origin of the platform behind it. */
  readonly platformUrl: string
  readonly consoleDir: string | undefined
  readonly consoleSettings: ConsoleSettings
  /** Where the console's images of intersections may lie, as `isImageHost` takes them; undefined: anywhere. */
  readonly imageHosts: readonly string[] | undefined
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
  const isTrustedProxy = proxyTrust(options.trustedProxies)
  const app = fastify({
    loggerInstance: log,
    ...PATIENCE_OPTIONS,
    trustProxy: isTrustedProxy,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 4096 },
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.setErrorHandler(answerError)
  // Each live socket takes a second handle, on the way to the platform; what signs in there is not known here.
  const shares = shareHandles(handleLimit(), 0)
  registerConnections(app, {
    isTrustedProxy,
    shares: { http: Math.ceil(shares.http / 2), live: Math.ceil(shares.live / 2) },
  })
  await registerSecurityHeaders(app)
  await registerCrossOrigin(app, options.allowedOrigins)
  await registerUpstreamProxy(app, options.platformUrl, options.allowedOrigins)
  if (options.consoleDir !== undefined) {
    await registerConsoleFiles(app, {
      dir: options.consoleDir,
      settings: options.consoleSettings,
      imageHosts: options.imageHosts,
    })
  }
  try {
    return { url: await app.listen({ host, port, backlog: LISTEN_BACKLOG }), close: () => app.close() }
  } catch (error) {
    await app.close()
    throw listenRefusal(error, {
      host: { setting: 'GREENWAVE_HOST', value: host },
      port: { setting: 'GREENWAVE_PORT', value: port },
    })
  }
}
