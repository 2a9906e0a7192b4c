/**
 * @file The calls as an OpenAPI document, with a page to browse it at `/docs`; made from the schemas of the call table.
 */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { TokenVerifier } from '../access/principal.ts'
import { callerOf } from './bearer.ts'
import { documentationOf } from './callDocumentation.ts'
import type { Policies } from './callTypes.ts'

/** Options of the documentation. */
export interface ApiDocs {
  readonly productName: string
  /** Checks the token of whoever reads the document; undefined: everybody may read it. */
  readonly tokens: TokenVerifier | undefined
  readonly policies: Policies<CallName>
}

/** The content policy of the page. Its library sets styles inline and supports no nonce. */
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
 * Registers the documentation. Call this before registering the calls. The page itself says nothing about an
 * installation; it loads the document with the token of the console that is signed in in the same browser.
 */
export async function registerApiDocs(app: FastifyInstance, { productName, tokens, policies }: ApiDocs): Promise<void> {
  await app.register(swagger, {
    // Making the schemas of all calls takes a good part of a start, so it waits until the documentation is opened.
    transform: ({ schema, url }) => ({ schema: documented(schema, policies), url }),
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

/** Returns the full schema of a route, which for calls has only their name until then. */
function documented(schema: FastifySchema, policies: Policies<CallName>): FastifySchema {
  const name = schema?.operationId
  return isCallName(name) ? documentationOf(name, policies[name]) : schema
}

const isCallName = (name: string | undefined): name is CallName => name !== undefined && Object.hasOwn(calls, name)

/** Runs in the browser. It is sent as source text, so it can use nothing from this file. */
function withTokenOfConsole<R extends object>(request: R): R {
  const headers = Object(Reflect.get(request, 'headers'))
  const token = localStorage.getItem('token')
  if (token !== null) headers['X-Authorization'] ??= `Bearer ${token}`
  return request
}

/** Refuses the document to requests without a valid token. */
async function authorize(tokens: TokenVerifier, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!/\/(?:json|yaml)$/.test(request.routeOptions.url ?? '')) return
  try {
    await callerOf(request.headers, tokens)
  } catch (error) {
    // The page shows this phrase, and nothing of the body.
    reply.raw.statusMessage = 'Sign in to the console first, then load this page again.'
    throw error
  }
}
