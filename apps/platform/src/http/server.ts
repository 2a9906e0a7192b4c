import rateLimit from '@fastify/rate-limit'
import type { CallName } from '@greenwave/contract/wire/calls/calls'
import fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify'
import type { Access } from '../access/signIn/createAccess.ts'
import { addressGroup } from '../connections/addressGroup.ts'
import type { HandleShares } from '../connections/handleShares.ts'
import { PATIENCE_OPTIONS, registerConnections } from '../connections/httpConnections.ts'
import type { Demonstration } from '../entities/demonstration.ts'
import type { DeviceGateway, EntityDeps } from '../entities/entityDeps.ts'
import { WriteQuota } from '../limits/writeQuota.ts'
import { type Meter, NO_METER } from '../meter/meter.ts'
import { Readiness } from '../meter/readiness.ts'
import type { Store } from '../store/openStore.ts'
import { alarmHandlers, alarmPolicies } from './alarms.ts'
import { registerAnswerBudget } from './answerBudget.ts'
import { registerApiDocs } from './apiDocs.ts'
import { apiKeyHandlers, apiKeyPolicies } from './apiKeys.ts'
import { assetHandlers, assetPolicies } from './assets.ts'
import { attributeHandlers, attributePolicies } from './attributes.ts'
import { auditHandlers, auditPolicies } from './audit.ts'
import { authHandlers, authPolicies } from './auth.ts'
import { registerBodyBudget, SMALL_BODY_BYTES } from './bodyBudget.ts'
import { registerCalls } from './callRoutes.ts'
import type { Policies } from './callTypes.ts'
import { registerCrossOrigin } from './crossOrigin.ts'
import { customerHandlers, customerPolicies } from './customers.ts'
import { demonstrationHandlers, demonstrationPolicies } from './demonstration.ts'
import { deviceProfileHandlers, deviceProfilePolicies } from './deviceProfiles.ts'
import { deviceHandlers, devicePolicies } from './devices.ts'
import { entityQueryHandlers, entityQueryPolicies } from './entityQueries.ts'
import { attemptHandlers, attemptPolicies } from './attempts.ts'
import { answerError } from './errorAnswers.ts'
import { evidenceHandlers, evidencePolicies } from './evidence.ts'
import { registerHealth } from './health.ts'
import { providerHandlers, providerPolicies, registerProviderSignIn } from './providerSignIn.ts'
import { refusedCallsLog } from './refusedCalls.ts'
import { imageHandlers, imagePolicies } from './images.ts'
import { registerRequestLog, requestIds } from './requestIds.ts'
import { rpcHandlers, rpcPolicies } from './rpc.ts'
import { secondFactorHandlers, secondFactorPolicies, signInStepHandlers, signInStepPolicies } from './secondFactor.ts'
import { registerSecurityHeaders } from './securityHeaders.ts'
import { sessionHandlers, sessionPolicies } from './sessions.ts'
import {
  type Installation,
  installationHandlers,
  installationPolicies,
  systemHandlers,
  systemPolicies,
} from './system.ts'
import { timeseriesHandlers, timeseriesPolicies } from './timeseries.ts'
import { LOOPBACK_PROXIES, proxyTrust } from './trustedProxies.ts'
import { userHandlers, userPolicies } from './users.ts'

/** Policies of all calls. */
export const POLICIES: Policies<CallName> = {
  ...authPolicies,
  ...providerPolicies,
  ...signInStepPolicies,
  ...secondFactorPolicies,
  ...userPolicies,
  ...sessionPolicies,
  ...apiKeyPolicies,
  ...customerPolicies,
  ...devicePolicies,
  ...deviceProfilePolicies,
  ...assetPolicies,
  ...attributePolicies,
  ...timeseriesPolicies,
  ...imagePolicies,
  ...evidencePolicies,
  ...entityQueryPolicies,
  ...rpcPolicies,
  ...systemPolicies,
  ...installationPolicies,
  ...attemptPolicies,
  ...auditPolicies,
  ...alarmPolicies,
  ...demonstrationPolicies,
}

/** Options of an installation; their defaults are safe on a network. */
export interface HttpOptions {
  /** Brand name on the documentation page. */
  readonly productName?: string
  /**
   * Proxies whose `X-Forwarded-*` headers are trusted, as `isProxyName` accepts them. Default: those on this machine.
   */
  readonly trustedProxies?: readonly string[]
  /** Origins of other pages that may read answers. Default: none. */
  readonly allowedOrigins?: readonly string[]
  /** Most connections and live sockets. Default: as many as a process with enough handles takes. */
  readonly shares?: Pick<HandleShares, 'http' | 'live'>
  /** Whether everybody may read the documentation of the calls, not only signed-in users. Default: no. */
  readonly openDocs?: boolean
  /** The virtual controllers on which faults may be caused. Default: none, as this is no demonstration. */
  readonly demonstration?: Demonstration | undefined
  /** What is known of the installation. Default: nothing. */
  readonly installation?: Installation | undefined
  /**
   * Calls without a token that one address may make in a minute, because each sign-in takes 10 ms of a core. Default
   * 600.
   */
  readonly publicCallsPerMinute?: number
  /** Quota of users' writes; default: one of the server's own. */
  readonly writes?: WriteQuota
}

/** The parts of the platform that the server uses. */
export interface HttpDeps {
  readonly store: Store
  readonly gateway: DeviceGateway
  readonly access: Access
  readonly log: FastifyBaseLogger
  /** Whether requests are taken; by default from the start on. */
  readonly readiness?: Readiness
  /** Counter of requests; default: none. */
  readonly meter?: Meter
  readonly options?: HttpOptions
}

/**
 * Builds the server with all REST calls and their documentation; it does not listen yet. The live socket and the
 * console's files are registered separately.
 */
export async function createHttpServer({
  store,
  gateway,
  access,
  log,
  readiness = Readiness.already(),
  meter = NO_METER,
  options = {},
}: HttpDeps): Promise<FastifyInstance> {
  const { productName = 'Greenwave', publicCallsPerMinute = 600, allowedOrigins = [], openDocs = false } = options
  const isTrustedProxy = proxyTrust(options.trustedProxies ?? LOOPBACK_PROXIES)
  const app = fastify({
    loggerInstance: log,
    // The limit for paths that are no calls, which need no token; calls have their own.
    bodyLimit: SMALL_BODY_BYTES,
    ...PATIENCE_OPTIONS,
    trustProxy: isTrustedProxy,
    genReqId: requestIds(isTrustedProxy),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // An id that is too long must reach its call, to be refused in the contract's words.
    routerOptions: { maxParamLength: 4096 },
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply)
    },
    logController: new LogController({ disableRequestLogging: true }),
  })
  const noteRefusal = refusedCallsLog(app)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    noteRefusal(error, request)
    return answerError(error, request, reply)
  })
  registerRequestLog(app, meter)
  registerConnections(app, { isTrustedProxy, ...(options.shares && { shares: options.shares }) })
  registerBodyBudget(app)
  registerAnswerBudget(app)
  registerHealth(app, readiness)
  await registerSecurityHeaders(app)
  await registerCrossOrigin(app, allowedOrigins)
  await app.register(rateLimit, {
    global: false,
    max: publicCallsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => addressGroup(request.ip),
    errorResponseBuilder: () => Object.assign(new Error('Too many requests from this address!'), { statusCode: 429 }),
  })
  registerApiDocs(app, openDocs ? undefined : access.tokens, { productName, policies: POLICIES })

  const deps: EntityDeps = { store, gateway, access }
  registerCalls(app, { ...deps, writes: options.writes ?? new WriteQuota() }, POLICIES, {
    ...authHandlers(deps),
    ...providerHandlers(access),
    ...signInStepHandlers(deps),
    ...secondFactorHandlers(deps),
    ...userHandlers(deps),
    ...sessionHandlers(deps),
    ...apiKeyHandlers(deps),
    ...customerHandlers(deps),
    ...deviceHandlers(deps),
    ...deviceProfileHandlers(deps),
    ...assetHandlers(deps),
    ...attributeHandlers(deps),
    ...timeseriesHandlers(deps),
    ...imageHandlers(deps),
    ...evidenceHandlers({ ...deps, demonstration: options.demonstration }),
    ...entityQueryHandlers(deps),
    ...rpcHandlers(deps),
    ...systemHandlers(store, readiness, options.demonstration),
    ...installationHandlers(deps, options.installation),
    ...attemptHandlers(deps),
    ...auditHandlers(deps),
    ...alarmHandlers(deps),
    ...demonstrationHandlers({ ...deps, demonstration: options.demonstration }),
  })
  if (access.provider) registerProviderSignIn(app, access.provider)
  return app
}
