/** @file Metrics of a platform for Prometheus. deploy/monitoring has a dashboard and alert rules for these names. */
import { VERSION } from '@greenwave/client/version'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BackupHealth } from '../keptBackup/backupStatus.ts'
import { type Fills, LIMITS } from '../limits/limits.ts'
import type { Meter } from '../meter/meter.ts'
import type { Readiness } from '../meter/readiness.ts'

/** Sources of a platform's metrics, read at each scrape. */
export interface MetricSources {
  fills(): Fills
  /** The controllers that are signed in. */
  readonly gateway: { readonly sessionCount: number }
  /** The open live sockets. */
  readonly live: { count(): number }
  /** The backup that is kept up to date. */
  readonly backup: Pick<BackupHealth, 'status' | 'isTestGood'>
  devices(): { readonly active: number; readonly inactive: number }
  /** Returns the number of active alarms by severity; a severity without any may be missing. */
  incidents(): Readonly<Record<string, number>>
  /** Reads the last report of the watchers; undefined if there is none. */
  watch(): WatchState | undefined
  /** Returns how far the clock of this machine is off, milliseconds. */
  clockTroubleMs(): number
  /** Resolves with the room on the disk and what the data takes of it; undefined where nothing is kept. */
  disk(): Promise<DiskState | undefined>
}

/** Last report of the watchers on all junctions. */
export interface WatchState {
  /** Age of the pulse of the share that has been silent longest, milliseconds; infinite if one never had a pulse. */
  readonly oldestPulseMs: number
  /** Junctions by level, level 0 first. */
  readonly levels: readonly number[]
}

/** Bytes on the disk of the data folder. */
export interface DiskState {
  readonly freeBytes: number
  readonly totalBytes: number
  /** Of the files of each part. */
  readonly storeBytes: Readonly<Record<'entities' | 'telemetry' | 'history', number>>
  /** Of each file of history by its name. */
  readonly historySizes: ReadonlyMap<string, number>
}

/** Lines that the log of the process could not write. */
export interface LogLosses {
  readonly droppedLines: number
  readonly failedWrites: number
}

const NO_LOSSES: LogLosses = { droppedLines: 0, failedWrites: 0 }

/** The metrics of one platform. */
export interface Metrics {
  readonly meter: Meter
  /** Begins to ask the platform, which has started. */
  ask(sources: MetricSources): void
  /** Resolves with all metrics in the text format of Prometheus, and with the type of that format. */
  read(): Promise<{ readonly text: string; readonly type: string }>
}

/** Seconds. The promises of acknowledgement and of pages are among them: 0.1 and 0.01. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Resolution of the event loop's delay, milliseconds: each sample wakes the process. */
const LOOP_LOOK_MS = 20
const SEVERITIES = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE']

/** Creates the metrics of a platform. */
export function createMetrics(readiness: Readiness, logOutput: LogLosses = NO_LOSSES): Metrics {
  const registry = new Registry()
  const registers = [registry]
  let sources: MetricSources | undefined
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS })

  const histogram = (name: string, help: string) => new Histogram({ name, help, buckets: BUCKETS, registers })
  /** A counter that costs an addition; the library looks its labels up each time. */
  function tally(name: string, help: string, label?: string) {
    const counts = new Map<string, number>()
    new Counter({
      ...{ name, help, registers, labelNames: label === undefined ? [] : [label] },
      collect() {
        this.reset()
        for (const [value, count] of counts) this.inc(label === undefined ? {} : { [label]: value }, count)
      },
    })
    return (value = '', by = 1): void => void counts.set(value, (counts.get(value) ?? 0) + by)
  }
  /** A counter whose total is kept elsewhere. */
  function counter(name: string, help: string, total: () => number): void {
    new Counter({
      ...{ name, help, registers },
      collect() {
        this.reset()
        this.inc(total())
      },
    })
  }
  function gauge(name: string, help: string, read: (from: MetricSources) => number | undefined): void {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        const value = sources && read(sources)
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  }
  function gauges(
    name: string,
    help: string,
    label: string,
    read: (from: MetricSources) => Iterable<readonly [string, number]> | Promise<Iterable<readonly [string, number]>>,
  ): void {
    new Gauge({
      ...{ name, help, registers, labelNames: [label] },
      async collect() {
        const found = sources ? await read(sources) : []
        this.reset()
        for (const [value, number] of found) this.set({ [label]: value }, number)
      },
    })
  }

  const info = new Gauge({ name: 'greenwave_info', help: 'The release', labelNames: ['version'], registers })
  info.set({ version: VERSION }, 1)
  new Gauge({
    ...{ name: 'greenwave_ready', help: '1 while the platform takes requests, else 0', registers },
    collect() {
      this.set(readiness.isReady ? 1 : 0)
    },
  })

  new Gauge({
    ...{
      name: 'greenwave_trouble',
      help: '1 while a part does not work, 0 after that',
      registers,
      labelNames: ['part'],
    },
    collect() {
      for (const { part, isInTrouble } of readiness.parts()) this.set({ part }, isInTrouble ? 1 : 0)
    },
  })
  new Counter({
    ...{ name: 'greenwave_troubles_total', help: 'Times that a part stopped working', registers, labelNames: ['part'] },
    collect() {
      this.reset()
      for (const { part, reports } of readiness.parts()) this.inc({ part }, reports)
    },
  })
  counter(
    'greenwave_log_lines_dropped_total',
    'Log lines dropped because the log could not be written',
    () => logOutput.droppedLines,
  )
  counter('greenwave_log_write_failures_total', 'Failed writes to the log', () => logOutput.failedWrites)

  const messages = tally('greenwave_messages_total', 'Messages of controllers over MQTT that were processed', 'kind')
  const messageBytes = tally('greenwave_message_bytes_total', 'Bytes of these messages')
  const refused = tally('greenwave_messages_refused_total', 'Messages dropped or refused for what they hold')
  const lost = tally('greenwave_messages_lost_total', 'Messages that could not be stored, and were not acknowledged')
  const acknowledgement = histogram(
    'greenwave_acknowledgement_seconds',
    'Time from the arrival of telemetry or attributes over MQTT until they are on disk and acknowledged',
  )
  const turnedAway = tally('greenwave_controllers_refused_total', 'Sign-ins of controllers that were refused')
  const commits = histogram('greenwave_commit_seconds', 'Time that values took to be written to disk')
  const rows = tally('greenwave_commit_rows_total', 'Rows that were written to disk')
  const commitsFailed = tally('greenwave_commits_failed_total', 'Times that values could not be written to disk')
  const frames = tally('greenwave_live_frames_total', 'Frames sent to live sockets')
  const requests = tally('greenwave_http_requests_total', 'Requests over HTTP by class of status', 'status')
  const answers = histogram('greenwave_http_request_seconds', 'Time until requests over HTTP were answered')
  const signIns = tally('greenwave_sign_in_failures_total', 'Sign-ins of users that failed', 'why')
  for (const why of ['password', 'code', 'locked', 'throttled', 'provider']) signIns(why, 0)
  for (const kind of ['telemetry', 'attributes', 'request']) messages(kind, 0)
  for (const count of [messageBytes, refused, lost, turnedAway, rows, commitsFailed, frames]) count('', 0)

  gauge(
    'greenwave_controllers_connected',
    'Controllers that are signed in over MQTT',
    (from) => from.gateway.sessionCount,
  )
  gauge('greenwave_live_sockets', 'Open live sockets', (from) => from.live.count())
  gauges('greenwave_devices', 'Devices by whether they are active', 'state', (from) => Object.entries(from.devices()))
  gauges('greenwave_incidents_active', 'Alarms that are not cleared', 'severity', (from) => {
    const counts = from.incidents()
    return SEVERITIES.map((severity) => [severity, counts[severity] ?? 0] as const)
  })
  gauges('greenwave_junctions', 'Junctions by level, as last reported by the watchers', 'level', (from) =>
    (from.watch()?.levels ?? []).map((count, level) => [String(level), count] as const),
  )
  gauge('greenwave_watcher_pulse_age_seconds', 'Age of the oldest pulse of the shares that are watched', (from) => {
    const watch = from.watch()
    return watch && watch.oldestPulseMs / 1000
  })
  gauge('greenwave_clock_trouble_seconds', 'How far the clock of the machine is off', (from) =>
    Math.abs(from.clockTroubleMs() / 1000),
  )
  gauges('greenwave_budget_used', 'How full a limit is (docs/limits.md), in its unit', 'limit', (from) =>
    Object.entries(from.fills()),
  )
  gauges('greenwave_budget_limit', 'The limit', 'limit', (from) =>
    Object.keys(from.fills()).map((name) => [name, LIMITS[name as keyof typeof LIMITS].value] as const),
  )
  gauges('greenwave_disk_bytes', 'Room on the disk of the data folder', 'state', async (from) => {
    const disk = await from.disk()
    return disk ? [['free', disk.freeBytes] as const, ['total', disk.totalBytes] as const] : []
  })
  gauges('greenwave_backup_age_seconds', 'Age of the backup that is kept up to date', 'part', ({ backup }) => {
    const { status } = backup
    const ages = status && [['state', status.atMs] as const, ['history', status.historyAtMs] as const]
    return (ages ?? []).map(([part, atMs]) => [part, Math.max(0, Date.now() - atMs) / 1000] as const)
  })
  gauge('greenwave_backup_bytes', 'Bytes of all that this backup keeps', (from) => from.backup.status?.keptBytes)
  gauge('greenwave_backup_test_good', '1 when the last test of this backup found it good, else 0', ({ backup }) =>
    backup.isTestGood === undefined ? undefined : Number(backup.isTestGood),
  )
  gauges('greenwave_store_bytes', 'Bytes of the databases', 'part', async (from) =>
    Object.entries((await from.disk())?.storeBytes ?? {}),
  )

  let reading: Promise<string> | undefined
  return {
    meter: {
      messageDone(kind, bytes, seconds) {
        messages(kind)
        messageBytes('', bytes)
        if (kind !== 'request') acknowledgement.observe(seconds)
      },
      messageRefused: () => refused(),
      messageLost: () => lost(),
      controllerRefused: () => turnedAway(),
      committed(count, seconds) {
        rows('', count)
        commits.observe(seconds)
      },
      commitFailed: () => commitsFailed(),
      frameSent: () => frames(),
      answered(status, seconds) {
        requests(`${Math.floor(status / 100)}xx`)
        answers.observe(seconds)
      },
      signInFailed: (why) => signIns(why),
    },
    ask(asked) {
      sources = asked
    },
    async read() {
      // Readers at the same time share one reading, so that many cost no more than one.
      reading ??= registry.metrics().finally(() => {
        reading = undefined
      })
      return { text: await reading, type: registry.contentType }
    },
  }
}
