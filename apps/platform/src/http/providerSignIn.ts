/** @file The pages between the sign-in page and the sign-in provider, which browsers pass through. */
import { BACKCHANNEL_LOGOUT_PATH, CALLBACK_PATH } from '@greenwave/contract/wire/providerSignIn'
import '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ProviderRefusal } from '../access/oidc/provider.ts'
import { BEGIN_PATH, type ProviderSignIn, refusedAddress } from '../access/oidc/providerSignIn.ts'
import { ATTEMPT_SECONDS } from '../access/oidc/sealedAttempt.ts'
import type { Access } from '../access/signIn/createAccess.ts'
import { addressGroup } from '../connections/addressGroup.ts'
import { createGatheredLog } from '../connections/gatheredLog.ts'
import { handlersOf, policiesOf } from './callTypes.ts'

const COOKIE_NAME = 'greenwave-provider'
const COOKIE = new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=([\\w.-]+)`)

/** Codes and tokens pass through these pages. */
const PRIVATE = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** Policy of the call that names the ways to sign in besides the password. */
export const providerPolicies = policiesOf({
  signInClients: { summary: 'Ways to sign in besides e-mail and password' },
})

/** Returns the handler of the call that names the ways to sign in besides the password. */
export function providerHandlers({ provider }: Access) {
  return handlersOf({ signInClients: () => (provider === undefined ? [] : [provider.client]) })
}

/** Registers the pages of a sign-in through the provider, and the address for its reports of ended sessions. */
export function registerProviderSignIn(app: FastifyInstance, provider: ProviderSignIn): void {
  const log = createGatheredLog(app.log)
  app.addHook('onClose', async () => log.close())
  app.addHook('onListen', () => void provider.check())
  const limited = { schema: { hide: true }, config: { rateLimit: {} } }
  const page = { ...limited, errorHandler: sendBack }

  /** Sends the browser back to the sign-in page, which says why. A browser on its way is never left with JSON. */
  function sendBack(error: Error & { readonly statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
    const isRefusal = error instanceof ProviderRefusal
    const reason = isRefusal ? error.reason : error.statusCode === 429 ? 'busy' : 'failed'
    if (reason === 'failed' && !isRefusal) {
      request.log.error({ err: error }, 'a sign-in through the provider failed')
    } else {
      log.note('refused a sign-in through the provider', addressGroup(request.ip), {
        ...{ reqId: request.id, reason, why: error.message },
      })
    }
    return reply.headers(PRIVATE).redirect(refusedAddress(reason), 303)
  }

  app.get(BEGIN_PATH, page, async (request, reply) => {
    const { protocol, host, headers, ip } = request
    const from = { origin: `${protocol}://${host}`, referer: headers.referer, address: ip }
    const { location, sealed } = await provider.begin(from)
    if (sealed !== undefined) reply.header('set-cookie', attemptCookie(sealed, ATTEMPT_SECONDS, protocol))
    return reply.headers(PRIVATE).redirect(location, 303)
  })

  app.get(CALLBACK_PATH, page, async (request, reply) => {
    const { protocol, url, headers, ip } = request
    const sealed = COOKIE.exec(headers.cookie ?? '')?.[1]
    reply.headers({ ...PRIVATE, 'set-cookie': attemptCookie('', 0, protocol) })
    const client = { address: ip, userAgent: headers['user-agent'] }
    return reply.redirect(await provider.finish(url.slice(url.indexOf('?') + 1), sealed, client), 303)
  })

  app.post(BACKCHANNEL_LOGOUT_PATH, limited, async (request, reply) => {
    reply.headers(PRIVATE)
    const token = new URLSearchParams(String(request.body)).get('logout_token')
    try {
      if (token !== null && (await provider.endReported(token, request.ip))) return await reply.send()
      log.note('refused a report of an ended session', addressGroup(request.ip), { reqId: request.id })
      return await reply.code(400).send({ error: 'invalid_request' })
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      // The provider may report it again.
      return reply.code(503).send({ error: 'temporarily_unavailable' })
    }
  })
}

/** Returns the `Set-Cookie` header of an attempt. The provider's page leads back here, so it cannot be `Strict`. */
function attemptCookie(sealed: string, seconds: number, protocol: string): string {
  const traits = `Path=${CALLBACK_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return `${COOKIE_NAME}=${sealed}; ${traits}${protocol === 'https' ? '; Secure' : ''}`
}
