/** @file Consoles and probe around a city, and the rows that they lead to. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CallApi } from '@greenwave/client/callTypes'
import { liveAddress } from '@greenwave/client/transport'
import { WATCH_ASSET_NAME } from '@greenwave/contract/records/watch'
import type { IncidentCode } from '@greenwave/observer/incident'
import { alarmType } from '@greenwave/observer/rules/alarm'
import { WebSocket } from 'ws'
import type { City } from './city.ts'
import type { ProbeFigures, ProbeJob } from './cityProbe.ts'
import { fetchMetrics } from './fetchMetrics.ts'
import { openConsole } from './openConsole.ts'
import { childPid, measureUsage, type Usage } from './processUsage.ts'
import { quantile } from './quantiles.ts'
import type { Row } from './report.ts'
import type { SeededDevice } from './seed.ts'
import { WORST_FIRST } from './worstFirst.ts'

const CONSOLES = 20
const ON_SCREEN = 20
const NOW_PAGES = 2
/** A Now page reads its list again at most so often, milliseconds. */
const RELOAD_MS = 1000
/** Aims: above the empty server of the same phase, milliseconds. */
const ABOVE_EMPTY = { p99: 20, p99OfLargeCity: 50, stall: 50 }
/** Aims of steady state: shares of a core, and megabytes of both together. */
const STEADY = { platform: 0.2, watcher: 0.05, mb: 350 }
const STEADY_OF_LARGE_CITY = { platform: 0.8, watcher: 0.25, mb: Number.POSITIVE_INFINITY }
/** Aims: the first and the last alarm of a mass event after its condition's time, seconds. */
const ALARMS_WITHIN = { first: 3, last: 10 }

/** What is special about a phase. */
interface PhaseOptions {
  /** Whether the aims of steady state apply. */
  readonly isSteady?: boolean
  /** Aim: 99 % of frames and reads take less, milliseconds; default: the aims above the empty server. */
  readonly p99Ms?: number
  /** Alarms that the beginning of the phase causes, `afterS` seconds later. */
  readonly alarms?: { readonly code: IncidentCode; readonly edge: 'raised' | 'cleared'; readonly afterS: number }
  /** Work until whose end the phase lasts; resolves with what came of it. */
  readonly work?: () => Promise<string>
}

/** Consoles and probe around a city, and the rows that they lead to. */
export class CityStage {
  readonly rows: Row[] = []
  /** Calls of the benchmark itself, which are not the watcher's. */
  readonly call: CallApi
  readonly #scene: City
  readonly #metricsUrl: string
  readonly #isLarge: boolean
  readonly #sockets: WebSocket[] = []
  #folder = ''
  #probe: ChildProcess | undefined
  #calls = 0

  constructor(scene: City, metricsUrl: string) {
    this.#scene = scene
    this.#metricsUrl = metricsUrl
    this.#isLarge = scene.seeded.length > 1000
    const { call } = scene.api
    this.call = ((...args: Parameters<CallApi>) => {
      this.#calls += 1
      return call(...args)
    }) as CallApi
  }

  /** Opens the consoles, and starts the probe with devices of its own. */
  async open(own: readonly SeededDevice[]): Promise<void> {
    const { platform, api, seeded } = this.#scene
    for (let nth = 0; nth < CONSOLES; nth += 1) {
      const from = (nth * ON_SCREEN) % seeded.length
      this.#sockets.push(await openConsole(platform.url, api.token, seeded.slice(from, from + ON_SCREEN)))
    }
    for (let nth = 0; nth < NOW_PAGES; nth += 1) this.#sockets.push(await this.#openNow())
    const { url, mqttUrl } = platform
    const job: ProbeJob = { url, mqttUrl, token: api.token, own, read: seeded.map(({ device }) => device.id.id) }
    this.#folder = mkdtempSync(join(tmpdir(), 'greenwave-bench-'))
    const file = join(this.#folder, 'job.json')
    writeFileSync(file, JSON.stringify(job))
    this.#probe = fork(fileURLToPath(new URL('cityProbe.ts', import.meta.url)), [file])
    await once(this.#probe, 'message')
  }

  async close(): Promise<void> {
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true })
    for (const socket of this.#sockets.splice(0)) socket.terminate()
    const probe = this.#probe
    this.#probe = undefined
    if (!probe?.connected) return
    probe.disconnect()
    await once(probe, 'exit')
  }

  /** Measures a phase that has just begun: for so many seconds, and until its work is done. */
  async measure(name: string, seconds: number, { isSteady, p99Ms, alarms, work }: PhaseOptions = {}): Promise<void> {
    const fromMs = Date.now()
    const { platform, fleet, seeded } = this.#scene
    const watcherPid = childPid(platform.pid(), 'watcher')
    await this.#takeProbe()
    const before = await fetchMetrics(this.#metricsUrl)
    this.#calls = 0
    const usages = {
      platform: measureUsage(platform.pid()),
      watcher: watcherPid === undefined ? undefined : measureUsage(watcherPid),
      controllers: fleet.signalCode === null ? measureUsage(fleet.pid ?? 0) : undefined,
    }
    const [did] = await Promise.all([work?.(), pause(seconds * 1000)])
    const used = { platform: usages.platform.end(), watcher: usages.watcher?.end() }
    const controllers = usages.controllers?.end()
    const after = await fetchMetrics(this.#metricsUrl)
    const tookS = (Date.now() - fromMs) / 1000
    const probe = await this.#takeProbe()
    const watcherCalls = (after.requests - before.requests - probe.calls - this.#calls) / tookS
    const delays = alarms ? await this.#alarmDelays(alarms, fromMs) : []
    const aims = [
      ...(p99Ms === undefined ? this.#probeAims(probe, after.longestStallMs) : [p99Aim(probe, p99Ms)]),
      ...(isSteady ? this.#steadyAims(used.platform, used.watcher) : []),
      ...(alarms ? alarmAims(delays, alarms.afterS) : []),
    ]
    const row: Row = {
      name: `${seeded.length} junctions: ${name}, ${tookS.toFixed(0)} s`,
      promise: [...aims.map(({ aim }) => aim)].join('; '),
      figure: [
        `frames ${spread(probe.frames)}, reads ${spread(probe.reads)}, pages ${spread(probe.pages)} ms`,
        `longest stall ${after.longestStallMs.toFixed(0)} ms`,
        describeUsage('platform', used.platform),
        ...(used.watcher ? [describeUsage('watcher', used.watcher), `${watcherCalls.toFixed(1)} calls/s of it`] : []),
        ...(controllers ? [describeUsage('controllers', controllers)] : []),
        ...(alarms ? [describeAlarms(delays, alarms.edge)] : []),
        ...(did ? [did] : []),
        // A frame may come in the phase after.
        `${probe.published} messages sent, ${probe.frames.length} frames received; ${probe.failed + probe.skipped} of ${probe.calls + probe.skipped} reads missing`,
      ].join('; '),
      baseline: `empty server ${spread(probe.empty)} ms, longest stall ${probe.emptyStallMs.toFixed(0)} ms`,
      kept: aims.every(({ kept }) => kept),
    }
    process.stderr.write(`${row.name}: ${row.figure}; ${row.baseline}${row.kept ? '' : '; NOT KEPT'}\n`)
    this.rows.push(row)
  }

  #probeAims({ frames, reads, empty, emptyStallMs }: ProbeFigures, stallMs: number): readonly Aim[] {
    const aboveMs = Math.max(quantile(frames, 0.99), quantile(reads, 0.99)) - quantile(empty, 0.99)
    const mostMs = this.#isLarge ? ABOVE_EMPTY.p99OfLargeCity : ABOVE_EMPTY.p99
    return [
      { aim: `p99 <= ${mostMs} ms above the empty server's`, kept: aboveMs <= mostMs },
      ...(this.#isLarge
        ? []
        : [
            {
              aim: `longest stall <= ${ABOVE_EMPTY.stall} ms above its`,
              kept: stallMs - emptyStallMs <= ABOVE_EMPTY.stall,
            },
          ]),
    ]
  }

  #steadyAims(platform: Usage, watcher: Usage | undefined): readonly Aim[] {
    const most = this.#isLarge ? STEADY_OF_LARGE_CITY : STEADY
    const mb = platform.peakMb + (watcher?.peakMb ?? 0)
    const memory = `, both <= ${most.mb} MB`
    return [
      {
        aim: `platform <= ${most.platform * 100} %, watcher <= ${most.watcher * 100} % of a core${this.#isLarge ? '' : memory}`,
        kept: platform.core <= most.platform && (watcher?.core ?? 0) <= most.watcher && mb <= most.mb,
      },
    ]
  }

  async #takeProbe(): Promise<ProbeFigures> {
    if (!this.#probe) throw new Error('there is no probe')
    const answer = once(this.#probe, 'message')
    this.#probe.send('take')
    return (await answer)[0] as ProbeFigures
  }

  /** Opens a Now page: it follows the pulse, and reads the worst junctions again when that changed. */
  async #openNow(): Promise<WebSocket> {
    const { platform, api } = this.#scene
    const socket = new WebSocket(liveAddress(platform.url))
    await once(socket, 'open')
    const asset = await api.call('assetByName', { query: { assetName: WATCH_ASSET_NAME } }).catch(() => undefined)
    let isReading = false
    socket.on('message', () => {
      if (isReading) return
      isReading = true
      void this.call('findEntities', { body: WORST_FIRST })
        .catch(() => undefined)
        .then(() => pause(RELOAD_MS))
        .then(() => {
          isReading = false
        })
    })
    const pulse = { type: 'ATTRIBUTES', entityType: 'ASSET', entityId: asset?.id.id, scope: 'SERVER_SCOPE', cmdId: 1 }
    socket.send(JSON.stringify({ authCmd: { cmdId: 0, token: api.token }, cmds: asset ? [pulse] : [] }))
    return socket
  }

  /** Returns how long after a cause each of its alarms was raised or cleared, seconds. */
  async #alarmDelays({ code, edge }: NonNullable<PhaseOptions['alarms']>, causedMs: number): Promise<number[]> {
    const delays: number[] = []
    const query = { pageSize: 200, typeList: alarmType(code), statusList: edge === 'raised' ? 'ANY' : 'CLEARED' }
    for (let page = 0, hasNext = true; hasNext; page += 1) {
      const found = await this.#scene.api.call('alarmsV2', { query: { ...query, page } })
      for (const { createdTime, clearTs } of found.data) {
        const delayMs = (edge === 'raised' ? createdTime : clearTs) - causedMs
        if (delayMs >= 0) delays.push(delayMs / 1000)
      }
      hasNext = found.hasNext
    }
    return delays
  }
}

interface Aim {
  readonly aim: string
  readonly kept: boolean
}

function p99Aim({ frames, reads }: ProbeFigures, mostMs: number): Aim {
  return {
    aim: `p99 of frames and reads < ${mostMs} ms`,
    kept: Math.max(quantile(frames, 0.99), quantile(reads, 0.99)) < mostMs,
  }
}

function alarmAims(delays: readonly number[], afterS: number): readonly Aim[] {
  const { first, last } = ALARMS_WITHIN
  return [
    {
      aim: `the first alarm within ${first} s, the last within ${last} s after ${afterS} s`,
      kept: Math.min(...delays) <= afterS + first && Math.max(...delays) <= afterS + last,
    },
  ]
}

function describeAlarms(delays: readonly number[], edge: string): string {
  return `${delays.length} alarms ${edge} after ${Math.min(...delays).toFixed(1)} to ${Math.max(...delays).toFixed(1)} s`
}

function describeUsage(what: string, { core, peakMb, waited }: Usage): string {
  const waits = `waited for a processor ${(waited * 100).toFixed(1)} % of the time`
  return `${what} ${(core * 100).toFixed(1)} % of a core, ${peakMb.toFixed(0)} MB, ${waits}`
}

/** Returns median, 99th percentile and largest of samples. */
function spread(samples: readonly number[]): string {
  if (samples.length === 0) return 'none'
  return [0.5, 0.99, 1].map((share) => quantile(samples, share).toFixed(1)).join(' / ')
}
