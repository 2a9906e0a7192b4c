/** @file The calls as an OpenAPI document, with a page to browse it; made from the schemas of the call table. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { type Call, type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { type FastifyInstance, fastify } from 'fastify'
import { documentationOf } from './callDocumentation.ts'
import type { Policies } from './callTypes.ts'

/** Options of the documentation. */
export interface ApiDocs {
  readonly productName: string
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

/** Creates a server of the documentation. It has the routes of all calls, but never listens. */
export async function createApiDocsServer({ productName, policies }: ApiDocs): Promise<FastifyInstance> {
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
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
  })
  for (const name of Object.keys(calls).filter(isCallName)) {
    const { method, path, aliases = [] }: Call = calls[name]
    const schema = documentationOf(name, policies[name])
    for (const url of [path, ...aliases])
      app.route({ method, url, schema, handler: (_, reply) => reply.callNotFound() })
  }
  return app
}

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name)

/** Runs in the browser. It is sent as source text, so it can use nothing from this file. */
function withTokenOfConsole<R extends object>(request: R): R {
  const headers = Object(Reflect.get(request, 'headers'))
  const token = localStorage.getItem('token')
  if (token !== null) headers['X-Authorization'] ??= `Bearer ${token}`
  return request
}
