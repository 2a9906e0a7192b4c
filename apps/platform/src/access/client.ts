/** Where a request comes from, for the audit log and for what slows sign-ins. */
export interface Client {
  /** IP address, without brackets. */
  readonly address: string
  readonly userAgent: string | undefined
  /** The signed text by which this browser is known again (knownDevices.ts), as it was sent. */
  readonly deviceCookie?: string | undefined
}

/** What the audit log says of a client. */
export interface ClientDescription {
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

/** Tells browser and system as far as the User-Agent header does. */
export function describeClient(client: Client): ClientDescription {
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
