import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Without `includeSubDomains`, because other servers of the domain are not ours. */
const STRICT_TRANSPORT = 'max-age=31536000'

/** Answers contain tokens, controllers' passwords and settings, so no proxy and no browser may store them. */
const UNCACHED = {
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
}

/**
 * Sets the security headers of all answers. By default nothing may be loaded or framed; the console's page and the
 * documentation's have their own policies.
 */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Tile services refuse requests that do not name their site. The path of the page is left out: the
    // address may hold tokens of a ThingsBoard, and proxies log it.
    referrerPolicy: { policy: 'strict-origin' },
    // Set below, when TLS is in front.
    strictTransportSecurity: false,
    // Over plain HTTP browsers ignore this header and warn about it.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    // A trusted proxy reports that the browser uses TLS; over plain HTTP the header has no effect.
    if (request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT)
    if (isApi(request.url)) reply.headers(UNCACHED)
  })
}

/** Returns whether an address belongs to the API. */
function isApi(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith('/docs/json') || url.startsWith('/docs/yaml')
}
