import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

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
    // Whether a name is served by TLS alone is for the proxy in front to say, and for its other names it must not.
    strictTransportSecurity: false,
    // Over plain HTTP browsers ignore it and complain.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  })
}
