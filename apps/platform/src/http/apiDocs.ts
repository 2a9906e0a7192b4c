/** @file The calls as an OpenAPI document, with a page to browse it at `/docs`; made from the call table's own schemas. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TokenVerifier } from '../access/principal.ts'
import { bearerToken } from './bearer.ts'

export interface ApiDocs {
  readonly productName: string
  /** Checks who reads the document; undefined: everybody may. */
  readonly tokens: TokenVerifier | undefined
}

/** What the page may load. Its library sets styles inline, and can be told no nonce. */
const PAGE_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/**
 * Must be registered before the calls. The page itself shows nothing of an installation; what it shows is the document, which
 * it reads with the token of the console that the same browser is signed in to.
 */
export async function registerApiDocs(app: FastifyInstance, { productName, tokens }: ApiDocs): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${productName} platform`,
        version: '1',
        description:
          'The REST calls of the embedded platform. Sign in with `POST /api/auth/login` and send the token as ' +
          '`X-Authorization: Bearer <token>`. A customer user sees what belongs to their customer and changes nothing. Errors carry `status`, `message`, `errorCode` and `timestamp`; the calls ' +
          'below `/api/plugins/telemetry` and `/api/rpc` answer many of theirs as plain text.',
      },
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Authorization' } },
      },
      security: [{ token: [] }],
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', deepLinking: true, layout: 'BaseLayout', requestInterceptor: withTokenOfConsole },
    theme: { title: `${productName} platform` },
    staticCSP: PAGE_POLICY,
    ...(tokens && {
      uiHooks: {
        onRequest(request, reply, done) {
          authorize(tokens, request, reply).then(() => done(), done)
        },
      },
    }),
  })
}

/** Runs in the browser: it is sent as its own text, so nothing around it can be used. */
function withTokenOfConsole<R extends object>(request: R): R {
  const headers = Object(Reflect.get(request, 'headers'))
  const token = localStorage.getItem('token')
  if (token !== null) headers['X-Authorization'] ??= `Bearer ${token}`
  return request
}

/** Lets the document be read with a right token only. */
async function authorize(tokens: TokenVerifier, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!/\/(?:json|yaml)$/.test(request.routeOptions.url ?? '')) return
  try {
    await tokens.verifyAccessToken(bearerToken(request.headers))
  } catch (error) {
    // The page shows this phrase, and nothing of the body.
    reply.raw.statusMessage = 'Sign in to the console first, then load this page again.'
    throw error
  }
}
