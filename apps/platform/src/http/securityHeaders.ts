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

/**
 * What no header says otherwise of may load nothing and be framed by nobody: answers, files, refusals. The console's page and the
 * documentation's have policies of their own.
 */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
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
