import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** For this name alone: what else is served below the same domain is not ours to say. */
const STRICT_TRANSPORT = 'max-age=31536000'

/** Answers hold tokens, passwords of controllers and settings: no proxy and no browser may keep them. */
const UNCACHED = {
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
}

/** No header of cross-origin access is ever sent: pages of other origins cannot read answers. */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        // The component library sets sizes and colours as inline styles.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        // Map tiles and images of intersections come from wherever the operator names.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
      },
    },
    // Tile services refuse requests that do not say which site asks.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Said below, where TLS stands in front.
    strictTransportSecurity: false,
    // Over plain HTTP browsers ignore it and complain.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    // A trusted proxy says that the browser came by TLS; over plain HTTP the header would mean nothing.
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    if (isApi(request.url)) reply.headers(UNCACHED)
  })
}

/** Whether an address is one of the API. */
function isApi(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/docs/json') || url.startsWith('/docs/yaml')
}
