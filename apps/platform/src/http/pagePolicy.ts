/** The request and settings that the policy of the console's page depends on. */
export interface PagePolicy {
  /** Every style element of the page has this nonce. */
  readonly nonce: string
  /** The Host header of the request. */
  readonly host: string
  readonly isTls: boolean
  /** URL of map tiles, with placeholders. */
  readonly tileUrl: string
  /** Hosts from which images of intersections may be loaded, as `isImageHost` accepts them; undefined: any. */
  readonly imageHosts: readonly string[] | undefined
}

/**
 * Returns whether a text is valid as a source of images: a host, a host with any name below it (`*.city.example`), or
 * an origin.
 */
export function isImageHost(text: string): boolean {
  return /^(?:https?:\/\/)?(?:\*\.)?(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/i.test(text)
}

/**
 * Returns the Content-Security-Policy of the page. Users enter the addresses of intersection images, so without
 * `imageHosts` any host is allowed. Over plain HTTP that includes cameras in the local network without TLS.
 */
export function pagePolicy({ nonce, host, isTls, tileUrl, imageHosts }: PagePolicy): string {
  const anywhere = isTls ? ['https:'] : ['https:', 'http:']
  const images = imageHosts === undefined ? anywhere : [...tileSource(tileUrl), ...imageHosts]
  // A header that could end the directive is ignored.
  const socket = /^[a-z0-9.:[\]-]+$/i.test(host) ? [`${isTls ? 'wss' : 'ws'}://${host}`] : []
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'script-src-attr': ["'none'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...images],
    // Old browsers do not count the socket as the page's own origin.
    'connect-src': ["'self'", ...socket],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/**
 * Returns the origin of the tiles. For a service with several hosts, returns a wildcard for the part with the
 * placeholder.
 */
function tileSource(tileUrl: string): string[] {
  const origin = /^https?:\/\/[^/]+/.exec(tileUrl)?.[0]
  if (origin === undefined) return []
  const [scheme = '', host = ''] = origin.split('://')
  if (!host.includes('{')) return [origin]
  const [first = '', ...rest] = host.split('.')
  return first.includes('{') && rest.length > 1 ? [`${scheme}://*.${rest.join('.')}`] : [`${scheme}:`]
}
