/** @file The calls as an OpenAPI document, with a page to browse it at `/docs`; made from the call table's own schemas. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

/** Must be registered before the calls. */
export async function registerApiDocs(app: FastifyInstance, productName: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${productName} platform`,
        version: '1',
        description:
          'The REST calls of the embedded platform. Sign in with `POST /api/auth/login` and send the token as ' +
          '`X-Authorization: Bearer <token>`. A customer user sees what belongs to his customer and changes nothing. Errors carry `status`, `message`, `errorCode` and `timestamp`; the calls ' +
          'below `/api/plugins/telemetry` and `/api/rpc` answer many of theirs as plain text.',
      },
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Authorization' } },
      },
      security: [{ token: [] }],
    },
    // A query parameter that is read from text into a number has no JSON schema of its own.
    transform: createJsonSchemaTransform({ skipList: [], zodToJsonConfig: { unrepresentable: 'any' } }),
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { docExpansion: 'list', deepLinking: true, layout: 'BaseLayout' },
    theme: { title: `${productName} platform` },
  })
}
