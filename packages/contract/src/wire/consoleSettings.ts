import * as z from 'zod/mini'
import { PASSWORD_LENGTH } from './auth.ts'

/** Id of the `<script type="application/json">` element of index.html that holds the settings. */
export const CONSOLE_SETTINGS_ELEMENT_ID = 'greenwave-settings'

/**
 * Property of the `<meta>` element of index.html that holds the nonce of the console's own style elements. The server
 * makes a new nonce for each page and names it in the page's policy; the build tool finds it by the same property.
 */
export const STYLE_NONCE_PROPERTY = 'csp-nonce'

/**
 * Settings that an installation gives its console at run time, not at build time: brand, contact details, time zone, map
 * tiles, the length of passwords, and whether it is the demonstration. The console does not show an empty contact detail, and takes
 * the default for a missing setting.
 */
export const ConsoleSettings = z.object({
  productName: z._default(z.string(), 'Greenwave'),
  companyName: z._default(z.string(), ''),
  companyAddress: z._default(z.string(), ''),
  companyPhone: z._default(z.string(), ''),
  companyEmail: z._default(z.string(), ''),
  /** Time zone of the city, in which its controllers keep their clocks (IANA name). */
  timeZone: z._default(z.string(), 'Asia/Ho_Chi_Minh'),
  /** Minimum length of a new password, characters. The platform enforces it. */
  passwordMinLength: z._default(z.number(), PASSWORD_LENGTH.min),
  /** Address of a map tile with `{z}`, `{x}`, `{y}` and, where the service has several hosts, `{s}`; empty: no tiles. */
  tileUrl: z._default(z.string(), 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  /** The lowest and highest zoom that there are tiles of. Beyond the highest the map enlarges its tiles. */
  tileMinZoom: z._default(z.number(), 0),
  tileMaxZoom: z._default(z.number(), 19),
  /** Who made the map, as text. The map shows it. */
  tileAttribution: z._default(z.string(), '© OpenStreetMap contributors'),
  /** Whether this is the demonstration, whose administrators may cause faults. */
  demonstration: z._default(z.boolean(), false),
})
export type ConsoleSettings = z.infer<typeof ConsoleSettings>

/** The settings of an installation that sets none. */
export const DEFAULT_CONSOLE_SETTINGS: ConsoleSettings = ConsoleSettings.parse({})
