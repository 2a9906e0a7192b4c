/** @file What the platform gives a page of the console. Without schemas, which the sign-in page would load for this alone. */

/** Id of the `<script type="application/json">` element of index.html that holds the settings. */
export const CONSOLE_SETTINGS_ELEMENT_ID = 'greenwave-settings'

/**
 * Property of the `<meta>` element of index.html that holds the nonce of the console's own style elements. The server
 * makes a new nonce for each page and names it in the page's policy; the build tool finds it by the same property.
 */
export const STYLE_NONCE_PROPERTY = 'csp-nonce'

/**
 * Parameters of the page that a finished sign-in through a provider opens. ThingsBoard puts the tokens into the query; the
 * embedded platform into the fragment, which no server gets to see.
 */
export const HANDED_OVER = { token: 'accessToken', refreshToken: 'refreshToken', error: 'loginError' } as const

/** Length of a password, in characters. */
export const PASSWORD_LENGTH = { min: 6, max: 72 } as const

/** The settings of an installation that sets none. */
export const DEFAULT_CONSOLE_SETTINGS = {
  productName: 'Greenwave',
  companyName: '',
  companyAddress: '',
  companyPhone: '',
  companyEmail: '',
  /** Time zone of the city, in which its controllers keep their clocks (IANA name). */
  timeZone: 'Asia/Ho_Chi_Minh',
  /** Minimum length of a new password, characters. The platform enforces it. */
  passwordMinLength: PASSWORD_LENGTH.min as number,
  /** Address of a map tile with `{z}`, `{x}`, `{y}` and, where the service has several hosts, `{s}`; empty: no tiles. */
  tileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  /** The lowest and highest zoom that there are tiles of. Beyond the highest the map enlarges its tiles. */
  tileMinZoom: 0,
  tileMaxZoom: 19,
  /** Who made the map, as text. The map shows it. */
  tileAttribution: '© OpenStreetMap contributors',
  /** Whether this is the demonstration, whose administrators may cause faults. */
  demonstration: false,
}

/**
 * Settings that an installation gives its console at run time, not at build time: brand, contact details, time zone, map
 * tiles, the length of passwords, and whether it is the demonstration. The console does not show an empty contact detail.
 */
export type ConsoleSettings = typeof DEFAULT_CONSOLE_SETTINGS

/** Reads settings. One that is missing or of another type gets its default. */
export function consoleSettingsOf(given: unknown): ConsoleSettings {
  const values = Object(given) as Readonly<Record<string, unknown>>
  const settings = Object.entries(DEFAULT_CONSOLE_SETTINGS).map(([name, usual]) => {
    const value = values[name]
    return [name, typeof value === typeof usual ? value : usual]
  })
  return Object.fromEntries(settings) as ConsoleSettings
}
