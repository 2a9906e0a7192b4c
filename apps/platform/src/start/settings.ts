/**
 * @file All settings of an installation, from the environment and from flags of the same name; a flag wins. Long: one
 * row a setting.
 */
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAIL_SERVER_FORM, parseMailServer, SENDER_FORM, senderAddress } from '@greenwave/client/program/mailServer'
import { originOf, PUSH_HOSTS_FORM, parsePushHosts } from '@greenwave/client/program/pushHosts'
import { TIME_ZONE_HELP } from '@greenwave/client/program/timeZoneOption'
import {
  type ConsoleSettings,
  DEFAULT_CONSOLE_SETTINGS,
  PASSWORD_LENGTH,
} from '@greenwave/contract/wire/consoleSettings'
import type { SettingInForce } from '@greenwave/contract/wire/systemReport'
import { isTimeZone, TIME_ZONE_FORM } from '@greenwave/contract/time'
import { z } from 'zod'
import { PROVIDER_CREATES, type ProviderOptions } from '../access/oidc/providerOptions.ts'
import { FACTOR_POLICIES, type FactorPolicy } from '../access/secondFactor/factorCheck.ts'
import { isImageHost } from '../http/pagePolicy.ts'
import { BACKUP_ADDRESS_FORM, parseBackupAddress } from '../keptBackup/address.ts'
import { isProxyName } from '../http/trustedProxies.ts'
import { DURATION_FORM, parseDuration } from './duration.ts'
import type { MetricsAddress } from './operation.ts'
import type { TileArchiveSetting } from './ownTiles.ts'
import { StartRefused } from './startRefused.ts'

/** The root folder of the repository. */
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** The checked settings of one run. */
export interface Settings {
  readonly host: string
  /** 0: any free port. The same holds for the other ports. */
  readonly port: number
  readonly mqttHost: string
  /** Undefined: controllers can connect over TLS only. */
  readonly mqttPort: number | undefined
  /** MQTT over TLS; undefined when off. The files could be read when the settings were read. */
  readonly tls: { readonly port: number; readonly certFile: string; readonly keyFile: string } | undefined
  /** Absolute path. */
  readonly dataDir: string
  /** Origin of the platform behind the console; undefined: the embedded platform. */
  readonly platformUrl: string | undefined
  readonly console: ConsoleSettings
  /** The archive of map tiles that is served here; undefined: `console` names where they are. The file could be read. */
  readonly tileArchive: TileArchiveSetting | undefined
  readonly telemetryRetentionMs: number
  readonly auditRetentionMs: number
  readonly recordRetentionMs: number
  readonly inactivityTimeoutMs: number
  /** Whether the platform runs its own watcher. */
  readonly watcher: boolean
  readonly sessionLifetimeMs: number
  /** Minimum length of new passwords, characters. */
  readonly passwordMinLength: number
  /** The users who need a second factor to sign in. */
  readonly secondFactor: FactorPolicy
  /** Origin at which browsers reach the console, when a proxy hides it. */
  readonly publicUrl: string | undefined
  /** The sign-in provider beside passwords. */
  readonly provider: ProviderOptions | undefined
  /** The mail server that messages about incidents go through, with its account, and the address they come from. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  /** Hosts of push services, with commas; undefined: those of the usual browsers. */
  readonly pushHosts: string | undefined
  /** E-mail address of the tenant administrator at the first start. */
  readonly adminEmail: string | undefined
  /** Proxies whose `X-Forwarded-*` headers are trusted: addresses, ranges, `loopback`. */
  readonly trustedProxies: readonly string[]
  /** Origins of other pages that may use the API and its live socket. */
  readonly allowedOrigins: readonly string[]
  /** Hosts from which images of intersections may be loaded; undefined: any. */
  readonly imageHosts: readonly string[] | undefined
  /** Address of the metrics; undefined: none. */
  readonly metrics: MetricsAddress | undefined
  /** The backup that is kept up to date; undefined: none. */
  readonly backup: BackupSettings | undefined
  readonly logLevel: LogLevel
}

/** The backup that is kept up to date. */
interface BackupSettings {
  /** Address, perhaps with a password, and as it may be shown. */
  readonly address: string
  readonly shown: string
  /** File with an identity of age; undefined: not encrypted. */
  readonly keyFile: string | undefined
  readonly limitBytes: number
}

/** Greatest minimum length of passwords: longer ones cannot be remembered, and a printed one has 20 characters. */
const LONGEST_MIN_LENGTH = 20

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** Thrown for a wrong setting. The message is one line with both names of the setting, its value, and what to do. */
export class SettingError extends StartRefused {
  readonly settingName: SettingName
  /** Problem and fix, without the names of the setting. */
  readonly problem: string
  constructor(setting: SettingName, value: string | undefined, problem: string) {
    const names = `${environmentName(setting)} (${flagName(setting)})`
    const row: SettingRow = ROWS[setting]
    const shown = row.isSecret ? 'wrong' : JSON.stringify(value)
    const state = value === undefined ? 'is not set' : `is ${shown}`
    super(environmentName(setting), `${names} ${state}: ${problem}`)
    this.name = 'SettingError'
    this.settingName = setting
    this.problem = problem
  }
}

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*\.?$/i
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

const host = z
  .string()
  .refine((text) => isIP(text) !== 0 || HOST_NAME.test(text), 'give an address or a host name, such as 127.0.0.1')
const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'give a port from 0 to 65535; 0 takes a free one')
  .transform(Number)
const portOrOff = z
  .string()
  .refine((text) => text === 'off' || port.safeParse(text).success, 'give a port from 0 to 65535, or off')
  .transform((text) => (text === 'off' ? undefined : Number(text)))
/** A comma-separated list in which every item is valid. */
const listOf = (isItem: (item: string) => boolean, fix: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .refine((items) => items.every(isItem), fix)
/** Returns whether a text can be the issuer of a provider: codes and secrets travel only over TLS, or in this machine. */
function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.search || url.hash || url.username || url.password) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
}
/** Returns whether an issuer stands for every directory of Entra ID, so that users of any directory could sign in. */
function isOfEveryDirectory(issuer: string): boolean {
  const url = URL.parse(issuer)
  return (
    url !== null &&
    /(^|\.)microsoftonline\./.test(url.hostname) &&
    /^\/(common|organizations|consumers)(\/|$)/i.test(url.pathname)
  )
}
const isOrigin = (text: string) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
const durationWithin = (leastMs: number, least: string) =>
  z.string().transform((text, context) => {
    const ms = parseDuration(text)
    const problem =
      ms === undefined
        ? `give ${DURATION_FORM}`
        : ms < leastMs
          ? `give ${least} or more`
          : ms > 3.2e12
            ? 'give less than 100 years'
            : undefined
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
    return ms ?? 0
  })
/** An http(s) address without a path; the value is its origin. */
const origin = (fix: string) =>
  z.string().transform((value, context) => {
    const found = originOf(value)
    if (found === undefined) context.addIssue({ code: 'custom', message: fix })
    return found ?? ''
  })
const BYTES: Readonly<Record<string, number>> = { M: 1e6, G: 1e9, T: 1e12 }
const text = z.string().refine((value) => value.length <= 255, 'give at most 255 characters')
const file = z.string().min(1, 'give the path of a file')

/** Setting: the text of its help, its default as it would be typed, and the schema that checks and converts it. */
interface SettingRow {
  readonly value: string
  readonly help: string
  readonly default?: string
  readonly schema: z.ZodType<unknown, string>
  /** Whether its value must not be shown, because it may hold a password. */
  readonly isSecret?: true
}

const ROWS = {
  host: { value: 'address', help: 'address of the console and its API', default: '127.0.0.1', schema: host },
  port: { value: 'number', help: 'port of the console and its API', default: '8080', schema: port },
  mqttHost: { value: 'address', help: 'address that controllers connect to (default: as --host)', schema: host },
  mqttPort: {
    value: 'number',
    help: 'port that controllers connect to; off: over TLS alone',
    default: '1883',
    schema: portOrOff,
  },
  mqttsPort: { value: 'number', help: 'port for controllers over TLS (default: off)', schema: port },
  tlsCert: { value: 'file', help: 'certificate chain for --mqtts-port, PEM', schema: file },
  tlsKey: { value: 'file', help: 'private key of the certificate, PEM', schema: file },
  dataDir: {
    value: 'folder',
    help: 'where everything is kept; the default is in the repository',
    default: './data',
    schema: z.string().min(1, 'give the path of a folder'),
  },
  platformUrl: {
    value: 'url',
    help: 'serve the console in front of this ThingsBoard; nothing is kept here then',
    schema: origin('give an address such as https://thingsboard.example:8080, without a path'),
  },
  productName: {
    value: 'text',
    help: 'name in the top bar and the welcome',
    default: DEFAULT_CONSOLE_SETTINGS.productName,
    schema: text.min(1, 'give a name'),
  },
  companyName: { value: 'text', help: "operating company's name, shown in the footer", default: '', schema: text },
  companyAddress: { value: 'text', help: 'its address', default: '', schema: text },
  companyPhone: { value: 'text', help: 'its phone number', default: '', schema: text },
  companyEmail: { value: 'text', help: 'its e-mail address', default: '', schema: text },
  timeZone: {
    value: 'name',
    help: TIME_ZONE_HELP,
    default: DEFAULT_CONSOLE_SETTINGS.timeZone,
    schema: z.string().refine(isTimeZone, TIME_ZONE_FORM),
  },
  tileUrl: {
    value: 'url',
    help: 'address of map tiles; none: the map has no background',
    default: DEFAULT_CONSOLE_SETTINGS.tileUrl,
    schema: z
      .string()
      .refine(
        (value) =>
          value === 'none' ||
          (/^(https?:\/\/|\/)/.test(value) && ['{z}', '{x}', '{y}'].every((part) => value.includes(part))),
        'give an http(s) address with {z}, {x} and {y}, or none',
      )
      .transform((value) => (value === 'none' ? '' : value)),
  },
  tileArchive: {
    value: 'file',
    help: 'serve the map tiles of this archive of pictures (PMTiles) from here, in place of --tile-url',
    schema: file,
  },
  tileAttribution: {
    value: 'text',
    help: `who made the map, shown on it (default: as the archive says, else ${DEFAULT_CONSOLE_SETTINGS.tileAttribution})`,
    schema: text,
  },
  telemetryRetention: {
    value: 'duration',
    help: 'how long telemetry is kept',
    default: '7 days',
    schema: durationWithin(60_000, '1 min'),
  },
  auditRetention: {
    value: 'duration',
    help: 'how long the audit log is kept',
    default: '400 days',
    schema: durationWithin(86_400_000, '1 day'),
  },
  recordRetention: {
    value: 'duration',
    help: 'how long records (telemetry gw_*) are kept, and alarms after they were cleared',
    default: '400 days',
    schema: durationWithin(86_400_000, '1 day'),
  },
  inactivityTimeout: {
    value: 'duration',
    help: 'silence after which a controller counts as inactive',
    default: '600 s',
    schema: durationWithin(1000, '1 s'),
  },
  watcher: {
    value: 'on|off',
    help: 'check every junction, and raise its alarms; off where watchers run as their own services',
    default: 'on',
    schema: z.enum(['on', 'off'], 'give on or off').transform((text) => text === 'on'),
  },
  sessionLifetime: {
    value: 'duration',
    help: 'how long a sign-in lasts with all its renewals; unused it ends after 7 days',
    default: '90 days',
    schema: durationWithin(3_600_000, '1 h'),
  },
  passwordMinLength: {
    value: 'number',
    help: 'least length of new passwords',
    default: String(PASSWORD_LENGTH.min),
    schema: z
      .string()
      .refine(
        (text) => /^\d{1,2}$/.test(text) && Number(text) >= PASSWORD_LENGTH.min && Number(text) <= LONGEST_MIN_LENGTH,
        `give a number from ${PASSWORD_LENGTH.min} to ${LONGEST_MIN_LENGTH}`,
      )
      .transform(Number),
  },
  secondFactor: {
    value: 'who',
    help: `who may sign in with a second factor only: ${FACTOR_POLICIES.join(', ')}`,
    default: 'optional',
    schema: z.enum(FACTOR_POLICIES, `give one of ${FACTOR_POLICIES.join(', ')}`),
  },
  publicUrl: {
    value: 'url',
    help: 'address by which browsers reach the console: for links in messages, and for passkeys where a proxy hides it',
    schema: origin('give an address such as https://signals.example, without a path'),
  },
  oidcIssuer: {
    value: 'url',
    help: 'sign-in provider beside passwords (OpenID Connect): its issuer, such as https://id.city.example/realms/city',
    schema: z
      .string()
      .refine(isIssuer, 'give an https address without query, or an http one of this machine')
      .refine(
        (value) => !isOfEveryDirectory(value),
        'every directory of the world could sign in, so name your own by its id',
      ),
  },
  oidcClientId: { value: 'text', help: 'name of Greenwave at the sign-in provider', schema: text },
  oidcClientSecret: {
    value: 'text',
    help: 'its secret there; better in a file',
    schema: z.string(),
    isSecret: true,
  },
  oidcClientSecretFile: { value: 'file', help: 'file that holds the secret alone', schema: file },
  oidcName: {
    value: 'text',
    help: "the provider's name on the sign-in page (default: the host of its issuer)",
    schema: z.string().min(1, 'give a name').max(60, 'give at most 60 characters'),
  },
  oidcScopes: {
    value: 'scopes',
    help: 'scopes to request from the provider, with spaces',
    default: 'openid email profile',
    schema: text.refine((value) => value.split(' ').includes('openid'), 'give scopes with spaces, openid among them'),
  },
  oidcCreate: {
    value: 'who',
    help: `whose account the first sign-in through the provider makes: ${PROVIDER_CREATES.join(', ')}`,
    default: 'never',
    schema: z.enum(PROVIDER_CREATES, `give one of ${PROVIDER_CREATES.join(', ')}`),
  },
  oidcCustomerClaim: { value: 'claim', help: "claim that holds the title of a user's customer", schema: text },
  oidcRoleClaim: { value: 'claim', help: "claim that holds a user's roles, such as realm_access.roles", schema: text },
  oidcAdminRole: { value: 'text', help: 'the role of tenant administrators in that claim', schema: text },
  oidcTrustEmail: {
    value: 'on|off',
    help: 'on: its e-mail addresses count as verified although the provider does not say so',
    default: 'off',
    schema: z.enum(['on', 'off'], 'give on or off').transform((text) => text === 'on'),
  },
  oidcSessionLifetime: {
    value: 'duration',
    help: 'how long a sign-in through the provider lasts with all its renewals',
    default: '1 day',
    schema: durationWithin(300_000, '5 min'),
  },
  smtpUrl: {
    value: 'url',
    help: 'mail server for messages about incidents; better in the environment, because of its password',
    schema: z.string().refine((value) => parseMailServer(value) !== undefined, MAIL_SERVER_FORM),
    isSecret: true,
  },
  smtpFrom: {
    value: 'e-mail',
    help: 'address that these messages come from, such as "Greenwave <tells@city.example>"',
    schema: z.string().refine((value) => senderAddress(value) !== undefined, SENDER_FORM),
  },
  pushHosts: {
    value: 'hosts',
    help: 'push services that messages may go to, with commas (default: those of the usual browsers)',
    schema: z.string().refine((value) => parsePushHosts(value) !== undefined, PUSH_HOSTS_FORM),
  },
  adminEmail: {
    value: 'e-mail',
    help: 'tenant administrator that the first start makes',
    schema: z.string().regex(EMAIL, 'give an e-mail address'),
  },
  trustedProxies: {
    value: 'addresses',
    help: 'proxies that are believed about the client: addresses or ranges such as 10.0.0.0/8, with commas; none',
    default: 'loopback',
    schema: listOf(
      (item) => isProxyName(item) || item === 'none',
      'give addresses or ranges such as 10.0.0.0/8, separated by commas, or loopback, or none',
    ).transform((items) => items.filter((item) => item !== 'none')),
  },
  allowedOrigins: {
    value: 'origins',
    help: 'origins of pages elsewhere that may use the API and the live socket, with commas (default: none)',
    schema: listOf(isOrigin, 'give origins such as https://console.example, separated by commas, without a path'),
  },
  imageHosts: {
    value: 'hosts',
    help: 'hosts that the console may load images of intersections from, with commas; none (default: any)',
    schema: listOf(
      (item) => isImageHost(item),
      'give hosts such as cameras.city.example, *.city.example or https://cdn.example, separated by commas, or none',
    ).transform((items) => items.filter((item) => item !== 'none')),
  },
  backupTo: {
    value: 'address',
    help: 'keep a backup up to date here: a folder, sftp://… or s3://…; better in the environment, because of passwords',
    schema: z
      .string()
      .refine((value) => parseBackupAddress(value) !== undefined, BACKUP_ADDRESS_FORM)
      .transform((value) => ({ address: value, shown: parseBackupAddress(value)?.shown ?? '' })),
    isSecret: true,
  },
  backupKey: {
    value: 'file',
    help: 'encrypt these backups with this key of age-keygen; keep a copy of it elsewhere (default: not encrypted)',
    schema: file,
  },
  backupLimit: {
    value: 'size',
    help: 'how much these backups may take together, such as 500 GB',
    default: '100 GB',
    schema: z
      .string()
      .regex(/^[1-9]\d{0,5} ?[MGT]B$/, 'give a size such as 500 GB')
      .transform((value) => Number.parseInt(value, 10) * (BYTES[value.at(-2) ?? ''] ?? 0)),
  },
  metricsHost: {
    value: 'address',
    help: 'address of the port for metrics',
    default: '127.0.0.1',
    schema: host,
  },
  metricsPort: {
    value: 'number',
    help: 'port at which Prometheus reads metrics, with /healthz and /readyz (default: none)',
    schema: port,
  },
  logLevel: {
    value: 'level',
    help: `how much is logged: ${LOG_LEVELS.join(', ')}`,
    default: 'info',
    schema: z.enum(LOG_LEVELS, `give one of ${LOG_LEVELS.join(', ')}`),
  },
} as const satisfies Record<string, SettingRow>

/** The name of a setting. */
export type SettingName = keyof typeof ROWS
/** All names of settings, in the order of `--help`. */
export const SETTING_NAMES = Object.keys(ROWS) as SettingName[]

/** Texts by setting, as given on a command line; undefined for a setting that is not given. */
export type SettingTexts = Partial<Record<SettingName, string | undefined>>

const words = (setting: SettingName) => setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Returns a setting's name in the environment: `GREENWAVE_MQTT_PORT` for `mqttPort`. */
export function environmentName(setting: SettingName): string {
  return `GREENWAVE_${words(setting).replaceAll('-', '_').toUpperCase()}`
}

/** Returns a setting's flag: `--mqtt-port` for `mqttPort`. */
export function flagName(setting: SettingName): string {
  return `--${words(setting)}`
}

/** Returns the flag and the description that `--help` shows for a setting. */
export function settingHelp(setting: SettingName, defaults: SettingTexts = {}): { flags: string; description: string } {
  const row: SettingRow = ROWS[setting]
  const standard = defaults[setting] ?? row.default
  return {
    flags: `${flagName(setting)} <${row.value}>`,
    description: standard ? `${row.help} (default: ${standard})` : row.help,
  }
}

/** Texts of settings by their origin; what an earlier one gives wins. */
export interface GivenSettings {
  readonly flags: SettingTexts
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Variables that a file of settings sets for the environment. */
  readonly inFile: ReadonlySet<string>
  readonly defaults: SettingTexts
}

/** Lists all settings with their values and origins. A value that may hold a secret is not shown. */
export function settingsInForce({ flags, environment, inFile, defaults }: GivenSettings): SettingInForce[] {
  return SETTING_NAMES.map((setting) => {
    const row: SettingRow = ROWS[setting]
    const name = environmentName(setting)
    const given = flags[setting] ?? (environment[name] || undefined)
    const isSecret = row.isSecret === true && given !== undefined
    const text = given ?? defaults[setting] ?? row.default ?? ''
    const ofEnvironment = inFile.has(name) ? 'file' : 'environment'
    const from = flags[setting] !== undefined ? 'flag' : given === undefined ? 'default' : ofEnvironment
    return { name, value: isSecret || text === '' ? null : text, from, isSecret }
  })
}

/** What is known of one setting besides its text. */
export interface SettingFacts {
  readonly default: string | undefined
  /** Whether its value must not be shown. */
  readonly isSecret: boolean
  /** Whether its value is the path of a file. */
  readonly isFile: boolean
}

/** Returns the facts of a setting. */
export function settingFacts(setting: SettingName): SettingFacts {
  const row: SettingRow = ROWS[setting]
  return { default: row.default, isSecret: row.isSecret ?? false, isFile: row.value === 'file' }
}

/** Checks the text of one setting by itself. @throws {SettingError} */
export function checkSetting(setting: SettingName, text: string): void {
  const result = ROWS[setting].schema.safeParse(text)
  if (!result.success) throw new SettingError(setting, text, result.error.issues[0]?.message ?? 'give another value')
}

/**
 * Parses all settings. A flag wins over the environment, that over `defaults`, and that over the setting's own default.
 * An empty variable counts as not set.
 * @throws {SettingError} for the first wrong setting
 */
export function parseSettings(
  environment: Readonly<Record<string, string | undefined>>,
  flags: SettingTexts = {},
  defaults: SettingTexts = {},
): Settings {
  function given(setting: SettingName): string | undefined {
    return flags[setting] ?? (environment[environmentName(setting)] || undefined)
  }
  function read<N extends SettingName>(setting: N): z.output<(typeof ROWS)[N]['schema']> | undefined {
    const row: SettingRow = ROWS[setting]
    const text = given(setting) ?? defaults[setting] ?? row.default
    if (text === undefined) return undefined
    const result = ROWS[setting].schema.safeParse(text)
    if (result.success) return result.data as z.output<(typeof ROWS)[N]['schema']>
    throw new SettingError(setting, text, result.error.issues[0]?.message ?? 'give another value')
  }
  function readDefaulted<N extends SettingName>(setting: N): z.output<(typeof ROWS)[N]['schema']> {
    const value = read(setting)
    if (value === undefined) throw new SettingError(setting, undefined, 'give a value')
    return value
  }

  function readProvider(): Settings['provider'] {
    const some = SETTING_NAMES.find((name) => name.startsWith('oidc') && given(name) !== undefined)
    if (some === undefined) return undefined
    if (given('platformUrl') !== undefined) {
      const there = 'the platform behind signs its users in, so set its provider up there'
      throw new SettingError(some, given(some), there)
    }
    const issuer = read('oidcIssuer')
    const clientId = read('oidcClientId')
    const together = `a sign-in provider needs --oidc-issuer and --oidc-client-id together (${flagName(some)} is set)`
    if (issuer === undefined) throw new SettingError('oidcIssuer', undefined, together)
    if (clientId === undefined) throw new SettingError('oidcClientId', undefined, together)
    const claim = read('oidcRoleClaim')
    const role = read('oidcAdminRole')
    const both = 'roles need --oidc-role-claim and --oidc-admin-role together'
    if (claim === undefined && role !== undefined) throw new SettingError('oidcRoleClaim', undefined, both)
    if (role === undefined && claim !== undefined) throw new SettingError('oidcAdminRole', undefined, both)
    const creates = readDefaulted('oidcCreate')
    const customerClaim = read('oidcCustomerClaim')
    if (creates === 'customer' && customerClaim === undefined) {
      const fix = 'accounts of customer users need a customer, so name the claim that holds its title'
      throw new SettingError('oidcCustomerClaim', undefined, fix)
    }
    if (creates === 'everyone' && claim === undefined) {
      const fix = 'accounts of administrators need a role, so name its claim, or give --oidc-create customer'
      throw new SettingError('oidcRoleClaim', undefined, fix)
    }
    return {
      issuer,
      clientId,
      clientSecret: readSecret(read('oidcClientSecret'), read('oidcClientSecretFile')),
      name: read('oidcName') ?? new URL(issuer).host,
      scopes: readDefaulted('oidcScopes'),
      creates,
      customerClaim,
      administrators: claim === undefined || role === undefined ? undefined : { claim, role },
      trustsEmail: readDefaulted('oidcTrustEmail'),
      sessionLifetimeMs: readDefaulted('oidcSessionLifetime'),
    }
  }

  function readBackup(): Settings['backup'] {
    const to = read('backupTo')
    const key = read('backupKey')
    if (to === undefined) return undefined
    const keyFile = key === undefined ? undefined : readable('backupKey', key)
    return { ...to, keyFile, limitBytes: readDefaulted('backupLimit') }
  }

  const readHost = readDefaulted('host')
  const tileAttribution = read('tileAttribution')
  const metricsPort = read('metricsPort')
  const tls = readTls(read('mqttsPort'), read('tlsCert'), read('tlsKey'))
  const mqttPort = read('mqttPort')
  if (mqttPort === undefined && tls === undefined) {
    throw new SettingError('mqttPort', 'off', 'controllers need a port, so give --mqtts-port, or a port here')
  }
  return {
    host: readHost,
    port: readDefaulted('port'),
    mqttHost: read('mqttHost') ?? readHost,
    mqttPort,
    tls,
    // The default is relative to the repository, wherever the command is run.
    dataDir: resolve(given('dataDir') === undefined ? ROOT : '.', readDefaulted('dataDir')),
    platformUrl: read('platformUrl'),
    console: {
      productName: readDefaulted('productName'),
      companyName: readDefaulted('companyName'),
      companyAddress: readDefaulted('companyAddress'),
      companyPhone: readDefaulted('companyPhone'),
      companyEmail: readDefaulted('companyEmail'),
      timeZone: readDefaulted('timeZone'),
      tileUrl: readDefaulted('tileUrl'),
      tileMinZoom: DEFAULT_CONSOLE_SETTINGS.tileMinZoom,
      tileMaxZoom: DEFAULT_CONSOLE_SETTINGS.tileMaxZoom,
      tileAttribution: tileAttribution ?? DEFAULT_CONSOLE_SETTINGS.tileAttribution,
      passwordMinLength: readDefaulted('passwordMinLength'),
      demonstration: DEFAULT_CONSOLE_SETTINGS.demonstration,
    },
    tileArchive: readTileArchive(read('tileArchive'), given('tileUrl'), tileAttribution),
    telemetryRetentionMs: readDefaulted('telemetryRetention'),
    auditRetentionMs: readDefaulted('auditRetention'),
    recordRetentionMs: readDefaulted('recordRetention'),
    inactivityTimeoutMs: readDefaulted('inactivityTimeout'),
    watcher: readDefaulted('watcher'),
    sessionLifetimeMs: readDefaulted('sessionLifetime'),
    passwordMinLength: readDefaulted('passwordMinLength'),
    secondFactor: readDefaulted('secondFactor'),
    publicUrl: read('publicUrl'),
    provider: readProvider(),
    mail: readMail(read('smtpUrl'), read('smtpFrom')),
    pushHosts: read('pushHosts'),
    adminEmail: read('adminEmail'),
    trustedProxies: readDefaulted('trustedProxies'),
    allowedOrigins: read('allowedOrigins') ?? [],
    imageHosts: read('imageHosts'),
    backup: readBackup(),
    metrics: metricsPort === undefined ? undefined : { host: readDefaulted('metricsHost'), port: metricsPort },
    logLevel: readDefaulted('logLevel'),
  }
}

function readTls(
  tlsPort: number | undefined,
  certFile: string | undefined,
  keyFile: string | undefined,
): Settings['tls'] {
  if (tlsPort === undefined && certFile === undefined && keyFile === undefined) return undefined
  const together = 'MQTT over TLS needs --mqtts-port, --tls-cert and --tls-key together'
  if (tlsPort === undefined) throw new SettingError('mqttsPort', undefined, together)
  if (certFile === undefined) throw new SettingError('tlsCert', undefined, together)
  if (keyFile === undefined) throw new SettingError('tlsKey', undefined, together)
  return { port: tlsPort, certFile: readable('tlsCert', certFile), keyFile: readable('tlsKey', keyFile) }
}

function readTileArchive(
  archive: string | undefined,
  tileUrl: string | undefined,
  attribution: string | undefined,
): Settings['tileArchive'] {
  if (archive === undefined) return undefined
  if (tileUrl !== undefined) {
    throw new SettingError(
      'tileArchive',
      archive,
      'GREENWAVE_TILE_URL (--tile-url) is set, too, so leave one of them out',
    )
  }
  return { file: readable('tileArchive', archive), attribution }
}

/** Returns the secret, which either of the two settings gives. */
function readSecret(secret: string | undefined, path: string | undefined): string | undefined {
  if (path === undefined) return secret
  if (secret !== undefined) {
    throw new SettingError('oidcClientSecretFile', path, 'the secret itself is given, too, so leave one of them out')
  }
  const file = readable('oidcClientSecretFile', path)
  // A folder can be opened, too, and a device has no end.
  const held = statSync(file).isFile() ? readFileSync(file, 'utf8').trim() : ''
  if (held === '' || held.length > 4096) {
    throw new SettingError('oidcClientSecretFile', path, 'the file must hold the secret alone')
  }
  return held
}

function readMail(url: string | undefined, from: string | undefined): Settings['mail'] {
  if (url === undefined && from === undefined) return undefined
  const together = 'e-mail needs --smtp-url and --smtp-from together'
  if (url === undefined) throw new SettingError('smtpUrl', undefined, together)
  if (from === undefined) throw new SettingError('smtpFrom', undefined, together)
  return { url, from }
}

function readable(setting: SettingName, path: string): string {
  try {
    accessSync(path, constants.R_OK)
  } catch {
    throw new SettingError(setting, path, 'there is no such file, or it may not be read')
  }
  return resolve(path)
}

/** Returns whether an address is this machine's own loopback, which no network can reach. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}
