import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { type ConsoleSettings, DEFAULT_CONSOLE_SETTINGS } from '@greenwave/contract/consoleSettings'
import type { FastifyBaseLogger } from 'fastify'
import type { PasswordRuleOptions } from '../access/passwordRules.ts'
import { mayReach } from '../access/permissions.ts'
import type { FactorPolicy } from '../access/secondFactor/factorPolicy.ts'
import { type Access, createAccess } from '../access/signIn/createAccess.ts'
import { createActivity } from '../activity/activity.ts'
import { type HandleShares, handleLimit, shareHandles } from '../connections/handleShares.ts'
import { LISTEN_BACKLOG } from '../connections/limits.ts'
import { registerDeviceApi } from '../deviceApi/registerDeviceApi.ts'
import { registerConsoleFiles } from '../http/consoleFiles.ts'
import { buildHttpServer } from '../http/server.ts'
import { LOOPBACK_PROXIES, proxyTrust } from '../http/trustedProxies.ts'
import type { Fills } from '../limits/limits.ts'
import { registerLive } from '../live/registerLive.ts'
import { createMqttGateway, type MqttGateway } from '../mqtt/mqttGateway.ts'
import { openStore } from '../store/openStore.ts'
import type { Store } from '../store/store.ts'
import { listenRefusal } from './listenRefusal.ts'
import { StartRefused } from './startRefused.ts'

export interface PlatformOptions {
  /** Folder of everything that outlives a restart; `:memory:` keeps nothing. */
  readonly dataDir: string
  readonly host: string
  /** 0: any free port. So are the other ports. */
  readonly port: number
  readonly mqttHost: string
  /** Undefined: controllers are taken over TLS alone, so `tls` must be given. */
  readonly mqttPort: number | undefined
  /** MQTT over TLS; files in PEM. */
  readonly tls?: { readonly port: number; readonly certFile: string; readonly keyFile: string } | undefined
  readonly telemetryRetentionMs: number
  /** How long records of the audit log are kept; default: for ever. */
  readonly auditRetentionMs?: number
  /** A sign-in with all its renewals ends after this; default 90 days. */
  readonly sessionLifetimeMs?: number
  /** Silence after which a controller counts as inactive. */
  readonly inactivityTimeoutMs: number
  /** How often the sweep looks for silent controllers; default 60 s. */
  readonly activitySweepMs?: number
  /** How often sessions report when they were last heard; default 3 s. */
  readonly activityReportMs?: number
  /** Folder of the built console; without it only the API is served. */
  readonly consoleDir?: string | undefined
  readonly consoleSettings?: ConsoleSettings | undefined
  /** Where the console's images of intersections may lie, as `isImageHost` takes them; default: anywhere. */
  readonly imageHosts?: readonly string[] | undefined
  /** What new passwords must be; the product's name is added. */
  readonly passwords?: Omit<PasswordRuleOptions, 'productName'>
  /** Who may sign in with a second factor only; default: nobody. */
  readonly secondFactor?: FactorPolicy
  /** Origin by which browsers reach the console, where a proxy hides it. */
  readonly publicUrl?: string | undefined
  /** Origins of pages beside the platform's own console that may use the API and open a live socket. */
  readonly allowedOrigins?: readonly string[]
  /** Proxies whose `X-Forwarded-*` headers count, as `isProxyName` takes them; default: those on this machine. */
  readonly trustedProxies?: readonly string[]
  /** Handles that the process may open; default: what the system says. */
  readonly handleLimit?: number
  /** Whether anybody may read the documentation of the calls; default: only the signed-in. */
  readonly openDocs?: boolean
  /** Runs once the store is open and before anything listens: the first start makes its administrator here. */
  readonly prepare?: (parts: { readonly store: Store; readonly access: Access }) => Promise<void>
  readonly log: FastifyBaseLogger
}

/** A running platform. */
export interface Platform {
  /** Origin of the console and its API. */
  readonly url: string
  /** Where controllers connect: the plain port, or that of TLS if it is the only one. */
  readonly mqttUrl: string
  readonly mqttsUrl: string | undefined
  readonly store: Store
  readonly access: Access
  readonly gateway: MqttGateway
  /** How full the limits of limits/limits.ts are now, of those that fill. */
  fills(): Fills
  /** Stops listening, says good-bye to consoles and controllers, and resolves once everything is on disk. */
  close(): Promise<void>
}

/** Things that were started, to be stopped in the opposite order. */
class Started {
  readonly #stops: (() => void | Promise<void>)[] = []

  add(stop: () => void | Promise<void>): void {
    this.#stops.push(stop)
  }

  /** Stops everything, also when one stop fails; rejects with the first failure. */
  async stop(): Promise<void> {
    const failures: unknown[] = []
    for (const stop of this.#stops.splice(0).reverse()) {
      try {
        await stop()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
}

/**
 * Builds a platform and starts it, part by part. When a part cannot start, those that did are stopped again; what an
 * operator can mend rejects with StartRefused or StoreRefused.
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const started = new Started()
  try {
    return await start(options, started)
  } catch (error) {
    await started.stop()
    throw error
  }
}

async function start(options: PlatformOptions, started: Started): Promise<Platform> {
  const { log } = options
  const tlsFiles = options.tls && readTlsFiles(options.tls)

  const store = await openStore({
    dataDir: options.dataDir,
    telemetryRetentionMs: options.telemetryRetentionMs,
    ...(options.auditRetentionMs === undefined ? {} : { auditRetentionMs: options.auditRetentionMs }),
    log,
  })
  started.add(() => store.close())

  const consoleSettings = options.consoleSettings ?? DEFAULT_CONSOLE_SETTINGS
  const access = createAccess({
    store,
    log,
    passwords: { ...options.passwords, productName: consoleSettings.productName },
    secondFactor: options.secondFactor ?? 'optional',
    publicUrl: options.publicUrl,
    ...(options.sessionLifetimeMs !== undefined && { sessionLimits: { lifetimeMs: options.sessionLifetimeMs } }),
  })
  started.add(access.upkeep.start())
  await options.prepare?.({ store, access })
  const activity = createActivity({
    data: store.data,
    devices: store.devices,
    inactivityTimeoutMs: options.inactivityTimeoutMs,
    sweepEveryMs: options.activitySweepMs ?? 60_000,
  })
  started.add(activity.start())

  const shares = shareHandles(options.handleLimit ?? handleLimit(), options.telemetryRetentionMs)
  warnOfFewHandles(shares, log)
  const trustedProxies = options.trustedProxies ?? LOOPBACK_PROXIES
  const gateway = createMqttGateway({
    data: store.data,
    credentials: store.credentials,
    activity,
    log,
    maxConnections: shares.devices,
    isTrustedProxy: proxyTrust(trustedProxies),
    reportEveryMs: options.activityReportMs ?? 3_000,
  })
  started.add(() => gateway.close())

  const http = await buildHttpServer({
    store,
    gateway,
    access,
    log,
    options: {
      productName: consoleSettings.productName,
      allowedOrigins: options.allowedOrigins ?? [],
      openDocs: options.openDocs ?? false,
      trustedProxies,
      shares,
    },
  })
  started.add(() => {
    // A request that calls a device ends with its answer, which may be minutes away.
    gateway.endCalls()
    return http.close()
  })
  registerDeviceApi(http, { data: store.data, credentials: store.credentials, activity })
  const live = await registerLive(http, {
    data: store.data,
    tokens: access.tokens,
    noteUse: (principal) => access.sessions.noteUse(principal),
    mayRead(principal, deviceId) {
      const owner = store.devices.ownerOf(deviceId)
      return owner !== undefined && mayReach(principal, 'timeseries', owner)
    },
    allowedOrigins: options.allowedOrigins ?? [],
    log,
  })
  if (options.consoleDir !== undefined) {
    await registerConsoleFiles(http, {
      dir: options.consoleDir,
      settings: consoleSettings,
      imageHosts: options.imageHosts,
    })
  }

  const { host, port, mqttHost, mqttPort, tls } = options
  const httpSettings = {
    host: { setting: 'GREENWAVE_HOST', value: host },
    port: { setting: 'GREENWAVE_PORT', value: port },
  }
  const mqttSettings = {
    host: { setting: 'GREENWAVE_MQTT_HOST', value: mqttHost },
    port: { setting: 'GREENWAVE_MQTT_PORT', value: mqttPort ?? 0 },
  }
  const url = await orRefusal(http.listen({ host, port, backlog: LISTEN_BACKLOG }), httpSettings)
  const boundMqttPort =
    mqttPort === undefined
      ? undefined
      : await orRefusal(gateway.listen({ host: mqttHost, port: mqttPort }), mqttSettings)
  const boundMqttsPort =
    tls &&
    tlsFiles &&
    (await orRefusal(gateway.listenTls({ host: mqttHost, port: tls.port, ...tlsFiles }), {
      ...mqttSettings,
      port: { setting: 'GREENWAVE_MQTTS_PORT', value: tls.port },
    }))

  const mqttsUrl = boundMqttsPort ? `mqtts://${urlHost(mqttHost)}:${boundMqttsPort}` : undefined
  const plainUrl = boundMqttPort ? `mqtt://${urlHost(mqttHost)}:${boundMqttPort}` : undefined
  return {
    url,
    mqttUrl: plainUrl ?? mqttsUrl ?? '',
    mqttsUrl,
    store,
    access,
    gateway,
    fills: () => ({ ...store.data.fills(), ...gateway.fills(), ...live.fills() }),
    close: () => started.stop(),
  }
}

function warnOfFewHandles({ tooFewFor, ...most }: HandleShares, log: FastifyBaseLogger): void {
  if (tooFewFor === undefined) return
  log.warn(
    { most },
    `this process may open fewer files than the ${tooFewFor} that it can use: it takes fewer connections; raise LimitNOFILE, or ulimit -n`,
  )
}

async function orRefusal<T>(listening: Promise<T>, settings: Parameters<typeof listenRefusal>[1]): Promise<T> {
  try {
    return await listening
  } catch (error) {
    throw listenRefusal(error, settings)
  }
}

/** An IPv6 address stands in brackets in a URL. */
function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function readTlsFiles({ certFile, keyFile }: { certFile: string; keyFile: string }): { cert: string; key: string } {
  const read = (setting: string, file: string): string => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new StartRefused(setting, `${setting} is ${JSON.stringify(file)}: it cannot be read (${why})`, {
        cause: error,
      })
    }
  }
  const pem = { cert: read('GREENWAVE_TLS_CERT', certFile), key: read('GREENWAVE_TLS_KEY', keyFile) }
  try {
    createSecureContext(pem)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartRefused(
      'GREENWAVE_TLS_CERT',
      `GREENWAVE_TLS_CERT ${JSON.stringify(certFile)} and GREENWAVE_TLS_KEY ${JSON.stringify(keyFile)} must be a certificate and its own key in PEM (${why})`,
      { cause: error },
    )
  }
  return pem
}
