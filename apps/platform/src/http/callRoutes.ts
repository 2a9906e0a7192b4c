/** @file Registers every call of the table: who may make it, what its body must be, and what its answer looks like. */
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { ERRORS, MESSAGES } from '@greenwave/contract/wire/errors'
import '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type $ZodType, safeParse } from 'zod/v4/core'
import type { Client } from '../access/knownBrowsers.ts'
import { isLeftToOwner, isPublicCall, mayCall, type Permission } from '../access/permissions.ts'
import type { Principal } from '../access/principal.ts'
import { badRequest, leftToOwner, permissionDenied, Refusal } from '../access/refusal.ts'
import { isFactorSetupToken, type Step } from '../access/secondFactor/stepTokens.ts'
import type { Access } from '../access/signIn/createAccess.ts'
import { reachOf } from '../entities/reach.ts'
import type { WriteQuota } from '../limits/writeQuota.ts'
import type { Store } from '../store/openStore.ts'
import { bearerToken, callerOf, hasApiKey } from './bearer.ts'
import { SMALL_BODY_BYTES } from './bodyBudget.ts'
import { parseBrowserCookie } from './browserCookie.ts'
import { Answer, type CallInput, type Handler, type Handlers, type Policies, StreamedAnswer } from './callTypes.ts'
import { answerUnknownCall, deniedAsText, TextRefusal } from './errorAnswers.ts'
import { parseBody, parseForm } from './requestBody.ts'
import { sendPieces } from './sendPieces.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the call only reads although it is no GET. */
    onlyReads?: boolean
    /** Whether the body of the call is a form. */
    isForm?: boolean
  }
  interface FastifyRequest {
    /** The caller; null on calls that need no token. */
    principal: Principal | null
    /** The unfinished sign-in that the call continues; null on all other calls. */
    signInStep: Step | null
    /** The body as it was sent; empty for a form. */
    bodyText: string
    /** Size of the body, bytes. */
    bodyBytes: number
  }
}

/** Largest body of a call, bytes. */
const BODY_LIMIT = 16_777_216

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i

/** The parts of the platform that all calls use. */
export interface CallDeps {
  readonly access: Access
  readonly store: Store
  /** Bytes that users write. */
  readonly writes: WriteQuota
}

/** Registers all calls, and the answer for other paths below `/api`. */
export function registerCalls(
  app: FastifyInstance,
  deps: CallDeps,
  policies: Policies<CallName>,
  handlers: Handlers<CallName>,
): void {
  app.decorateRequest('principal', null)
  app.decorateRequest('signInStep', null)
  app.decorateRequest('bodyText', '')
  app.removeAllContentTypeParsers()
  app.decorateRequest('bodyBytes', 0)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.bodyBytes = body.length
    // A form has files, which are no text.
    if (request.routeOptions.config.isForm) return done(null, body)
    request.bodyText = String(body)
    done(null, request.bodyText)
  })
  for (const name of callNames()) registerCall(app, deps, name, policies[name].may, handlers[name])
  registerUnknownCalls(app, deps.access)
}

const callNames = (): CallName[] => Object.keys(calls).filter((name): name is CallName => name in calls)

function registerCall<K extends CallName>(
  app: FastifyInstance,
  { access, store, writes }: CallDeps,
  name: K,
  permission: Permission | undefined,
  handler: Handler<K>,
): void {
  const call: Call = calls[name]
  const waits = call.method !== 'GET' && call.writes !== 'session' && call.writes !== 'nothing'
  const isPublic = isPublicCall(name)
  const answersText = call.refusal === 'text'

  async function authorize(request: FastifyRequest): Promise<void> {
    const { headers } = request
    if (call.signInStep !== undefined) {
      request.signInStep = await access.steps.verify(bearerToken(headers), call.signInStep)
      return
    }
    const mayBeSetup =
      call.duringFactorSetup === true && !hasApiKey(headers) && isFactorSetupToken(bearerToken(headers))
    const principal = await (mayBeSetup
      ? access.signIn.factorSetupCaller(bearerToken(headers))
      : callerOf(headers, access.tokens))
    request.principal = principal
    if (!permission || !mayCall(principal, name, permission)) throw answersText ? deniedAsText() : permissionDenied()
    if (isLeftToOwner(principal, permission)) throw leftToOwner(principal)
    if (!mayBeSetup) access.sessions.noteUse(principal, clientOf(request))
  }

  async function readBody(request: FastifyRequest): Promise<void> {
    if (call.body === undefined || call.bodyAs === 'text') return
    if (call.oddBody === 'failedSignIn') {
      const body = attempt(() => parseBody(request.bodyText))
      if (body === undefined || !safeParse(call.body, body).success) {
        throw new Refusal('authentication', MESSAGES.authenticationFailed)
      }
      request.body = body
      return
    }
    const type = request.headers['content-type']
    if (call.bodyAs === 'form') {
      request.body = await parseForm(request.body, type)
      return
    }
    if (type !== undefined && !JSON_TYPE.test(type) && call.bodyAs !== 'jsonOfAnyType') {
      throw Object.assign(new Error(`Content-Type '${type}' is not supported`), { statusCode: 415 })
    }
    request.body = parseBody(request.bodyText)
  }

  /** Waits until what the call wrote is on disk. */
  async function onDisk(): Promise<void> {
    // Values have a commit of their own, which the handler has awaited; they are kept even if their audit record cannot
    // be written yet.
    if (call.writes === 'values') await store.committed().catch(() => {})
    else await store.committed()
  }

  /** Counts what a user writes; the watcher of this platform writes as much as there are junctions. */
  function refuseOverQuota({ userId, authority, isWatcher }: Principal, bytes: number, reply: FastifyReply): void {
    const isAdministrator = authority === 'TENANT_ADMIN'
    const over = isWatcher ? undefined : writes.byUser(userId, isAdministrator, bytes)
    if (!over) return
    reply.header('retry-after', over.retryAfterS)
    throw answersText ? new TextRefusal(429, over.message) : new Refusal('tooManyRequests', over.message)
  }

  /** Refuses what people and their programs write during maintenance; the watcher of this platform goes on. */
  function refuseInMaintenance({ isWatcher }: Principal, reply: FastifyReply): void {
    const stop = isWatcher || call.duringMaintenance ? undefined : store.maintenance.current
    if (!stop) return
    reply.header('retry-after', Math.max(1, Math.ceil((stop.until - access.now()) / 1000)))
    const message = `Writing is stopped for maintenance: ${stop.text}`
    throw answersText ? new TextRefusal(ERRORS.maintenance.status, message) : new Refusal('maintenance', message)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { params, query, body, bodyText, principal, signInStep } = request
    if (waits && principal) {
      refuseInMaintenance(principal, reply)
      refuseOverQuota(principal, request.bodyBytes, reply)
    }
    const origin = `${request.protocol}://${withPort(request.host, request.protocol)}`
    const input = {
      params,
      query,
      body,
      bodyText,
      principal: principal ?? undefined,
      reach: principal && permission ? reachOf(store, principal, permission) : undefined,
      step: signInStep ?? undefined,
      client: clientOf(request),
      origin,
      get gone() {
        return whenClosed(reply)
      },
    } as CallInput<K>
    const result: unknown = await handler(input)
    if (result instanceof StreamedAnswer) return sendPieces(reply, result.pieces, result.file)
    if (waits) await onDisk()
    if (result instanceof Answer) return reply.code(result.status).headers(result.headers).send(result.body)
    return result === undefined ? reply.send() : reply.type('application/json').send(JSON.stringify(result))
  }

  for (const url of [call.path, ...(call.aliases ?? [])]) {
    app.route({
      method: call.method,
      url,
      exposeHeadRoute: call.method === 'GET',
      bodyLimit: call.smallBody ? SMALL_BODY_BYTES : (call.bodyBytes ?? BODY_LIMIT),
      schema: {
        // Marks what is to be validated.
        ...(call.params && { params: {} }),
        ...(call.query && { querystring: {} }),
        ...(call.body && { body: {} }),
      },
      validatorCompiler:
        ({ httpPart }) =>
        (data: unknown) =>
          validate(schemaOf(call, httpPart), data),
      config: {
        onlyReads: call.writes === 'nothing',
        isForm: call.bodyAs === 'form',
        ...(isPublic || call.signInStep !== undefined ? { rateLimit: {} } : {}),
      },
      ...(isPublic ? {} : { onRequest: authorize }),
      preValidation: readBody,
      handler: answer,
    })
  }
}

const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  userAgent: request.headers['user-agent'],
  browserCookie: parseBrowserCookie(request.headers.cookie),
})

/** Returns a signal that aborts when the answer was sent or the caller is gone. */
export function whenClosed({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController()
  if (raw.destroyed) closed.abort()
  else raw.once('close', () => closed.abort())
  return closed.signal
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Returns the host always with a port, as activation links have it. */
function withPort(host: string, protocol: string): string {
  return /:\d+$/.test(host) ? host : `${host}:${protocol === 'https' ? 443 : 80}`
}

function schemaOf(call: Call, part: string | undefined): $ZodType | undefined {
  if (part === 'params') return call.params
  if (part === 'querystring') return call.query
  return part === 'body' && call.bodyAs !== 'text' ? call.body : undefined
}

function validate(schema: $ZodType | undefined, data: unknown): { value: unknown } | { error: Error } {
  if (schema === undefined) return { value: data }
  const result = safeParse(schema, data)
  if (result.success) return { value: result.data }
  const issue = result.error.issues[0]
  if (issue === undefined) return { error: badRequest('Malformed request') }
  // The contract's own messages stay as they are; those of a schema need the field's name.
  const isOurs =
    /^(?:Invalid UUID|Invalid entity data|Incorrect (?:entity data )?page link|Required request|Query entity|Entity )/.test(
      issue.message,
    )
  const path = issue.path.join('.')
  return { error: badRequest(isOurs || path === '' ? issue.message : `Malformed request: ${path}: ${issue.message}`) }
}

/** Paths below these need no token, whether they exist or not. */
const OPEN_PATHS = /^\/api\/(?:noauth|ws|v1)\//

function registerUnknownCalls(app: FastifyInstance, access: Access): void {
  const table = callNames().flatMap((name) => {
    const call: Call = calls[name]
    return [call.path, ...(call.aliases ?? [])].map((path) => ({
      methods: call.method === 'GET' ? ['GET', 'HEAD'] : [call.method],
      pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
      isPublic: isPublicCall(name),
    }))
  })
  app.all('/api/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const known = table.filter(({ pattern }) => pattern.test(path))
    // Only callers with a valid token learn which paths exist.
    if (!OPEN_PATHS.test(path) && !known.some(({ isPublic }) => isPublic)) {
      await callerOf(request.headers, access.tokens)
    }
    return answerUnknownCall(
      request,
      reply,
      known.flatMap(({ methods }) => methods),
    )
  })
}
