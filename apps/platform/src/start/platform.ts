/** Builds the platform from its parts and starts them in their order. Long: some lines each part. */
import { type ConsoleSettings, DEFAULT_CONSOLE_SETTINGS } from '@greenwave/contract/wire/consoleSettings'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { PasswordRuleOptions } from '../access/passwordRules.ts'
import { type Access, type AccessDeps, createAccess } from '../access/signIn/createAccess.ts'
import { createActivity } from '../activity/activity.ts'
import { handleLimit, shareHandles, warnOfFewHandles } from '../connections/handleShares.ts'
import { registerDeviceApi } from '../deviceApi/registerDeviceApi.ts'
import type { Demonstration } from '../entities/demonstration.ts'
import { mayReadValues } from '../entities/valueReaders.ts'
import { registerConsoleFiles } from '../http/consoleFiles.ts'
import { createHttpServer } from '../http/server.ts'
import type { Installation, RunningPlatform } from '../http/system.ts'
import { LOOPBACK_PROXIES, proxyTrust } from '../http/trustedProxies.ts'
import { type Fills, LISTEN_BACKLOG } from '../limits/limits.ts'
import { WriteQuota } from '../limits/writeQuota.ts'
import { registerLive } from '../live/registerLive.ts'
import { BackupHealth, type BackupStatus } from '../keptBackup/backupStatus.ts'
import { MessageRate, NO_METER } from '../meter/meter.ts'
import { Readiness } from '../meter/readiness.ts'
import { createMqttGateway, type MqttGateway } from '../mqtt/mqttGateway.ts'
import { daysUntilFull } from '../operation/diskForecast.ts'
import { storeSources } from '../operation/metricSources.ts'
import type { DiskState, LogLosses } from '../operation/metrics.ts'
import { openStore, type Store } from '../store/openStore.ts'
import type { UpgradeStep } from '../store/upgradeCopies.ts'
import { listenRefusal } from './listenRefusal.ts'
import { type MetricsAddress, startOperation } from './operation.ts'
import { openOwnTiles, type TileArchiveSetting } from './ownTiles.ts'
import { readTlsFiles } from './tlsFiles.ts'

/** The options of a platform. */
export interface PlatformOptions extends Pick<AccessDeps, 'secondFactor' | 'publicUrl' | 'provider' | 'mail'> {
  /** Folder of everything that survives a restart; `:memory:` keeps nothing. */
  readonly dataDir: string
  readonly host: string
  /** 0: any free port. The same holds for the other ports. */
  readonly port: number
  readonly mqttHost: string
  /** Undefined: controllers can connect over TLS only, so `tls` must be given. */
  readonly mqttPort: number | undefined
  /** MQTT over TLS; the files are PEM. */
  readonly tls?: { readonly port: number; readonly certFile: string; readonly keyFile: string } | undefined
  readonly telemetryRetentionMs: number
  /** Retention of audit records, milliseconds; default: forever. */
  readonly auditRetentionMs?: number
  /** Retention of cleared alarms, milliseconds; default: forever. */
  readonly recordRetentionMs?: number
  /** Longest time from a sign-in to the end of its session, milliseconds; default 90 days. */
  readonly sessionLifetimeMs?: number
  /** Silence after which a controller counts as inactive, milliseconds. */
  readonly inactivityTimeoutMs: number
  /** Interval of the sweep for silent controllers, milliseconds; default 60 s. */
  readonly activitySweepMs?: number
  /** Interval at which sessions report when they were last heard, milliseconds; default 3 s. */
  readonly activityReportMs?: number
  /** Folder of the built console; without it only the API is served. */
  readonly consoleDir?: string | undefined
  readonly consoleSettings?: ConsoleSettings | undefined
  /** The archive of map tiles that is served here; default: none. */
  readonly tileArchive?: TileArchiveSetting | undefined
  /** Hosts from which the console may load images of intersections, as `isImageHost` accepts them; default: any. */
  readonly imageHosts?: readonly string[] | undefined
  /** Rules for new passwords; the product's name is added. */
  readonly passwords?: Omit<PasswordRuleOptions, 'productName'>
  /** Origins of pages, besides the platform's own console, that may use the API and open a live socket. */
  readonly allowedOrigins?: readonly string[]
  /**
   * Proxies whose `X-Forwarded-*` headers are trusted, as `isProxyName` accepts them; default: those on this machine.
   */
  readonly trustedProxies?: readonly string[]
  /** Number of file handles that the process may open; default: the system's limit. */
  readonly handleLimit?: number
  /** Whether everybody may read the documentation of the calls; default: only signed-in users. */
  readonly openDocs?: boolean
  /** The virtual controllers of a demonstration, on which its administrators may cause faults. Default: none. */
  readonly demonstration?: Demonstration
  /** Creates what administrators read about this installation. Default: nothing. */
  readonly installation?: (running: RunningPlatform) => Installation
  /** Called when the store is open, before anything listens; the first start creates its administrator here. */
  readonly prepare?: (parts: { readonly store: Store; readonly access: Access }) => Promise<void>
  /** Address of the metrics, with `/healthz` and `/readyz`; port 0: any free one. Default: none. */
  readonly metrics?: MetricsAddress | undefined
  readonly upgrade?: UpgradeStep | undefined
  readonly log: FastifyBaseLogger
  /** Counts the log lines that could not be written. */
  readonly logOutput?: LogLosses
  /** Ends the process, because a thread neither works nor can be replaced. Default: it goes on without. */
  readonly onGivenUp?: (why: string) => void
}

/** A running platform. */
export interface Platform {
  /** Origin of the console and its API. */
  readonly url: string
  /** Address for controllers: the plain port, or the TLS port if there is no other. */
  readonly mqttUrl: string
  readonly mqttsUrl: string | undefined
  /** Origin of the metrics, if they are read. */
  readonly metricsUrl: string | undefined
  readonly store: Store
  readonly access: Access
  readonly gateway: MqttGateway
  readonly readiness: Readiness
  readonly backup: BackupHealth
  /** Returns how full the limits of limits/limits.ts are now, as far as they can fill up. */
  fills(): Fills
  /** Stops listening, disconnects consoles and controllers, and resolves when everything is on disk. */
  close(): Promise<void>
}

/** Started parts, to be stopped in reverse order. */
class Started {
  readonly #stops: (() => void | Promise<void>)[] = []

  add(stop: () => void | Promise<void>): void {
    this.#stops.push(stop)
  }

  /** Stops everything, even if one stop fails; rejects with the first failure. */
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
 * Builds and starts a platform, part by part. When a part cannot start, the parts already started are stopped again.
 * Rejects with StartRefused or StoreRefused when an operator can fix the cause.
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
  const { log, telemetryRetentionMs, auditRetentionMs, recordRetentionMs } = options
  const readiness = new Readiness(options.onGivenUp)
  const operation = options.metrics && (await startOperation(options.metrics, readiness, options.logOutput))
  if (operation) started.add(() => operation.close())
  const rate = new MessageRate()
  const meter = rate.counting(operation?.metrics.meter ?? NO_METER)
  const tlsFiles = options.tls && readTlsFiles(options.tls)
  const tiles = await openOwnTiles(options.tileArchive)
  started.add(() => tiles.close())

  const store = await openStore({
    ...{ dataDir: options.dataDir, upgrade: options.upgrade, telemetryRetentionMs },
    ...(auditRetentionMs !== undefined && { auditRetentionMs }),
    ...(recordRetentionMs !== undefined && { recordRetentionMs }),
    meter,
    health: readiness,
    log,
  })
  started.add(() => store.close())

  const demonstration = options.demonstration !== undefined
  const consoleSettings = tiles.settings({ ...(options.consoleSettings ?? DEFAULT_CONSOLE_SETTINGS), demonstration })
  const access = createAccess({
    store,
    log,
    passwords: { ...options.passwords, productName: consoleSettings.productName },
    secondFactor: options.secondFactor ?? 'optional',
    publicUrl: options.publicUrl,
    provider: options.provider,
    mail: options.mail,
    meter,
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

  const shares = shareHandles(options.handleLimit ?? handleLimit(), telemetryRetentionMs, recordRetentionMs)
  warnOfFewHandles(shares, log)
  const trustedProxies = options.trustedProxies ?? LOOPBACK_PROXIES
  const writes = new WriteQuota()
  const gateway = createMqttGateway({
    writes,
    data: store.data,
    credentials: store.credentials,
    activity,
    log,
    maxConnections: shares.devices,
    isTrustedProxy: proxyTrust(trustedProxies),
    reportEveryMs: options.activityReportMs ?? 3_000,
    meter,
  })
  started.add(() => gateway.close())

  const backup = new BackupHealth()
  const sources = storeSources(store, options.dataDir)
  const startedMs = Date.now()
  const running: RunningPlatform = {
    get url() {
      return http.listeningOrigin
    },
    metrics: async () => (await operation?.metrics.read())?.text,
    async state() {
      const { status } = backup
      const disk = await sources.disk()
      const { active, inactive } = sources.devices()
      return {
        startedMs,
        ...(disk && { disk: diskOf(disk, options) }),
        controllers: { connected: gateway.sessionCount, all: active + inactive },
        messagesPerSecond: rate.perSecond(),
        ...(status && { backup: backupOf(status) }),
      }
    },
  }
  const http: FastifyInstance = await createHttpServer({
    store,
    gateway,
    access,
    log,
    readiness,
    meter,
    options: {
      productName: consoleSettings.productName,
      allowedOrigins: options.allowedOrigins ?? [],
      openDocs: options.openDocs ?? false,
      demonstration: options.demonstration,
      installation: options.installation?.(running),
      trustedProxies,
      shares,
    },
  })
  started.add(() => {
    // A request that calls a device ends only with its answer, which may take minutes.
    gateway.endCalls()
    return http.close()
  })
  tiles.register(http)
  registerDeviceApi(http, { data: store.data, credentials: store.credentials, activity, writes })
  const live = await registerLive(http, {
    data: store.data,
    tokens: access.tokens,
    noteUse: (principal) => access.sessions.noteUse(principal),
    mayRead: (principal, entity) => mayReadValues(store, principal, entity),
    allowedOrigins: options.allowedOrigins ?? [],
    meter,
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

  const fills = (): Fills => ({ ...store.data.fills(), ...gateway.fills(), ...live.fills() })
  operation?.metrics.ask({ ...sources, fills, gateway, live, backup })
  readiness.ready()
  const mqttsUrl = boundMqttsPort ? `mqtts://${urlHost(mqttHost)}:${boundMqttsPort}` : undefined
  const plainUrl = boundMqttPort ? `mqtt://${urlHost(mqttHost)}:${boundMqttPort}` : undefined
  return {
    url,
    mqttUrl: plainUrl ?? mqttsUrl ?? '',
    mqttsUrl,
    store,
    access,
    gateway,
    readiness,
    backup,
    metricsUrl: operation?.url,
    fills,
    close() {
      readiness.stopping()
      return started.stop()
    },
  }
}

type DiskReport = NonNullable<Awaited<ReturnType<RunningPlatform['state']>>['disk']>

function diskOf(disk: DiskState, { telemetryRetentionMs, recordRetentionMs = Infinity }: PlatformOptions): DiskReport {
  const { freeBytes, totalBytes, storeBytes, historySizes } = disk
  const retention = { samplesMs: telemetryRetentionMs, recordsMs: recordRetentionMs }
  const daysLeft = daysUntilFull(freeBytes, historySizes, retention, Date.now())
  const usedBytes = Object.values(storeBytes).reduce((sum, bytes) => sum + bytes, 0)
  return { freeBytes, totalBytes, usedBytes, daysLeft: daysLeft ?? null, isForecast: daysLeft !== undefined }
}

const backupOf = ({ address, atMs, historyAtMs, keptBytes }: BackupStatus) => ({
  address,
  atMs,
  historyAtMs,
  keptBytes,
})

async function orRefusal<T>(listening: Promise<T>, settings: Parameters<typeof listenRefusal>[1]): Promise<T> {
  try {
    return await listening
  } catch (error) {
    throw listenRefusal(error, settings)
  }
}

/** Returns a host as it appears in a URL: an IPv6 address in brackets. */
function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
