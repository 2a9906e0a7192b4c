/** What the page of the console may load is made of. */
export interface PagePolicy {
  /** Carried by every style element of the page. */
  readonly nonce: string
  /** Where the browser asked: the Host header. */
  readonly host: string
  readonly isTls: boolean
  /** Address of map tiles, with its placeholders. */
  readonly tileUrl: string
  /** Where images of intersections may lie, as `isImageHost` takes them; undefined: anywhere. */
  readonly imageHosts: readonly string[] | undefined
}

/** Returns whether a text names where images may lie: a host, one with any name below it (`*.city.example`), or an origin. */
export function isImageHost(text: string): boolean {
  return /^(?:https?:\/\/)?(?:\*\.)?(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/i.test(text)
}

/**
 * Returns the Content-Security-Policy of the page. Images of intersections are free addresses, so without `imageHosts` they may
 * lie anywhere; over plain HTTP that includes cameras of the own network which speak no TLS.
 */
export function pagePolicy({ nonce, host, isTls, tileUrl, imageHosts }: PagePolicy): string {
  const anywhere = isTls ? ['https:'] : ['https:', 'http:']
  const images = imageHosts === undefined ? anywhere : [...tileSource(tileUrl), ...imageHosts]
  // A header of the request that could end the directive is none of ours.
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

/** Origin of the tiles; of a service with several hosts, all names beside the one that the placeholder stands for. */
function tileSource(tileUrl: string): string[] {
  const origin = /^https?:\/\/[^/]+/.exec(tileUrl)?.[0]
  if (origin === undefined) return []
  const [scheme = '', host = ''] = origin.split('://')
  if (!host.includes('{')) return [origin]
  const [first = '', ...rest] = host.split('.')
  return first.includes('{') && rest.length > 1 ? [`${scheme}://*.${rest.join('.')}`] : [`${scheme}:`]
}
