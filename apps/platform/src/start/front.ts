import { addressOf } from '@greenwave/client/callRequest'
import type { ConsoleSettings } from '@greenwave/contract/wire/consoleSettings'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { handleLimit, shareHandles } from '../connections/handleShares.ts'
import { PATIENCE_OPTIONS, registerConnections } from '../connections/httpConnections.ts'
import { registerAnswerBudget } from '../http/answerBudget.ts'
import { registerConsoleFiles } from '../http/consoleFiles.ts'
import { registerCrossOrigin } from '../http/crossOrigin.ts'
import { answerError } from '../http/errorAnswers.ts'
import { registerFrontEvidence } from '../http/frontEvidence.ts'
import { registerHealth } from '../http/health.ts'
import { registerRequestLog, requestIds } from '../http/requestIds.ts'
import { registerSecurityHeaders } from '../http/securityHeaders.ts'
import { proxyTrust } from '../http/trustedProxies.ts'
import { registerUpstreamProxy } from '../http/upstreamProxy.ts'
import { LISTEN_BACKLOG } from '../limits/limits.ts'
import { Readiness } from '../meter/readiness.ts'
import type { LogLosses } from '../operation/metrics.ts'
import { listenRefusal } from './listenRefusal.ts'
import { type MetricsAddress, startOperation } from './operation.ts'
import { openOwnTiles, type TileArchiveSetting } from './ownTiles.ts'

/** The options of a front. */
export interface FrontOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Origin of the platform behind it. */
  readonly platformUrl: string
  readonly consoleDir: string | undefined
  readonly consoleSettings: ConsoleSettings
  /** The archive of map tiles that is served here; undefined: none. */
  readonly tileArchive: TileArchiveSetting | undefined
  /** Hosts from which the console may load images of intersections, as `isImageHost` accepts them; undefined: any. */
  readonly imageHosts: readonly string[] | undefined
  /** Proxies in front of this server whose `X-Forwarded-*` headers are trusted, as `isProxyName` accepts them. */
  readonly trustedProxies: readonly string[]
  /** Origins of other pages that may use the API and its live socket. */
  readonly allowedOrigins: readonly string[]
  /** Address of the metrics, with `/healthz` and `/readyz`; undefined: none. */
  readonly metrics?: MetricsAddress | undefined
  readonly log: FastifyBaseLogger
  /** Counts the log lines that could not be written. */
  readonly logOutput?: LogLosses
}

/** A console in front of a platform that runs elsewhere. */
export interface Front {
  readonly url: string
  /** Origin of the metrics, if they are read. */
  readonly metricsUrl: string | undefined
  close(): Promise<void>
}

/**
 * Starts a server with the console and, behind it, the API of another platform. Nothing is stored here. Rejects with
 * StartRefused when it cannot listen, or the archive of map tiles cannot be used.
 */
export async function createFront(options: FrontOptions): Promise<Front> {
  const { host, port, log } = options
  const isTrustedProxy = proxyTrust(options.trustedProxies)
  const readiness = new Readiness()
  const operation = options.metrics && (await startOperation(options.metrics, readiness, options.logOutput))
  const tiles = await openOwnTiles(options.tileArchive).catch(async (error: unknown) => {
    await operation?.close()
    throw error
  })
  const app = fastify({
    loggerInstance: log,
    ...PATIENCE_OPTIONS,
    trustProxy: isTrustedProxy,
    genReqId: requestIds(isTrustedProxy),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 4096 },
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.setErrorHandler(answerError)
  registerRequestLog(app, operation?.metrics.meter)
  // Each live socket takes a second handle for its connection to the platform. Whether its user has signed in is not
  // known here.
  const shares = shareHandles(handleLimit(), 0)
  registerConnections(app, {
    isTrustedProxy,
    shares: { http: Math.ceil(shares.http / 2), live: Math.ceil(shares.live / 2) },
  })
  app.addHook('onClose', () => tiles.close())
  registerAnswerBudget(app)
  registerHealth(app, readiness, () => isReachable(options.platformUrl))
  await registerSecurityHeaders(app)
  await registerCrossOrigin(app, options.allowedOrigins)
  registerFrontEvidence(app, options.platformUrl)
  await registerUpstreamProxy(app, options.platformUrl, options.allowedOrigins)
  tiles.register(app)
  if (options.consoleDir !== undefined) {
    await registerConsoleFiles(app, {
      dir: options.consoleDir,
      settings: tiles.settings(options.consoleSettings),
      imageHosts: options.imageHosts,
    })
  }
  try {
    const url = await app.listen({ host, port, backlog: LISTEN_BACKLOG })
    readiness.ready()
    return {
      url,
      metricsUrl: operation?.url,
      async close() {
        readiness.stopping()
        await app.close()
        await operation?.close()
      },
    }
  } catch (error) {
    await app.close()
    await operation?.close()
    throw listenRefusal(error, {
      host: { setting: 'GREENWAVE_HOST', value: host },
      port: { setting: 'GREENWAVE_PORT', value: port },
    })
  }
}

/** Timeout of the first answer of the platform behind, milliseconds. */
const REACHED_WITHIN_MS = 2_000

/** Resolves with whether a platform answers, whatever it says. */
async function isReachable(platformUrl: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(REACHED_WITHIN_MS)
    const answer = await fetch(platformUrl + addressOf('passwordPolicy'), { signal, redirect: 'manual' })
    await answer.body?.cancel()
    return answer.status < 500
  } catch {
    return false
  }
}
