/** The network address and browser of a request. */
export interface ClientAddress {
  /** IP address, without brackets. */
  readonly address: string
  readonly userAgent: string | undefined
}

/** The audit log's description of a client. */
interface ClientDescription {
  readonly clientAddress: string
  readonly browser: string
  readonly os: string
  readonly device: string
}

const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Firefox', /Firefox\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
]
const SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['Mac OS X', /Mac OS X/],
  ['Linux', /Linux|X11/],
]

/** Returns browser and system as far as the User-Agent header names them. */
export function describeClient(client: ClientAddress): ClientDescription {
  const userAgent = client.userAgent?.slice(0, 512) ?? ''
  const browser = BROWSERS.map(([name, pattern]) => [name, pattern.exec(userAgent)?.[1]] as const).find(
    ([, version]) => version !== undefined,
  )
  return {
    clientAddress: client.address,
    browser: browser === undefined ? 'Unknown' : `${browser[0]} ${browser[1]}`,
    os: SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Unknown',
    device: /Mobile|Android|iPhone|iPad/.test(userAgent) ? 'Mobile' : 'Other',
  }
}
