/**
 * @file An independent probe of a platform, in a process of its own: controllers that send when they sent, a console that
 * receives it, and reads by REST; and an empty server that is read alike, for what the machine itself does. Sends
 * `ProbeFigures` when it is asked for them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { systemTransport } from '@greenwave/client/transport'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { SubscriptionFrame } from '@greenwave/contract/wire/live'
import { Api } from '@greenwave/harness/api'
import { connectAsync } from 'mqtt'
import { openConsole } from './openConsole.ts'
import type { SeededDevice } from './seed.ts'

/** The job from the parent, as JSON in the file named by the first argument. */
export interface ProbeJob {
  readonly url: string
  readonly mqttUrl: string
  readonly token: string
  /** Devices of the probe. */
  readonly own: readonly SeededDevice[]
  /** Ids of the devices that are read. */
  readonly read: readonly string[]
}

/** Measurements since the last ones, milliseconds. */
export interface ProbeFigures {
  /** From publish to frame. */
  frames: number[]
  /** Latest values, attributes and alarms of a device. */
  reads: number[]
  /** Pages of devices. */
  pages: number[]
  /** Answers of the empty server. */
  empty: number[]
  /** Longest delay of the empty server's event loop. */
  emptyStallMs: number
  published: number
  /** Calls to the platform, those that failed, and those that were left out because too many had no answer yet. */
  calls: number
  failed: number
  skipped: number
}

const PUBLISHED_A_SECOND = 50
const READ_A_SECOND = 40
const LOOK_MS = 5
/** More calls at a time would take more connections than a platform gives to one address. */
const MOST_OPEN = 64
/** A key that no watcher follows. */
const SENT_KEY = 'sent'
/** Answers nothing; under `/stall` the longest delay of its event loop since it was asked before, milliseconds. */
const EMPTY_SERVER = `
const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 20 })
const server = require('node:http').createServer(({ url }, answer) => {
  if (url !== '/stall') return answer.end()
  answer.end(String(delay.max / 1e6))
  delay.reset()
})
delay.enable()
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

const { url, mqttUrl, token, own, read } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as ProbeJob
const { call } = Api.withToken(url, token)
const emptyServer = spawn(process.execPath, ['-e', EMPTY_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] })
const [emptyPort] = (await once(createInterface(emptyServer.stdout), 'line')) as [string]
const nowMs = () => performance.timeOrigin + performance.now()
const none = (): ProbeFigures => ({
  ...{ frames: [], reads: [], pages: [], empty: [], emptyStallMs: 0 },
  ...{ published: 0, calls: 0, failed: 0, skipped: 0 },
})
let figures = none()
let open = 0

const controllers = await Promise.all(
  own.map(({ login: { clientId, userName: username, password } }) =>
    connectAsync(mqttUrl, { clientId, username, password, reconnectPeriod: 0 }),
  ),
)
const socket = await openConsole(url, token, own)
const followed = new Set<number>()
socket.on('message', (data: Buffer) => {
  const { subscriptionId, data: values } = JSON.parse(data.toString()) as SubscriptionFrame
  const sentMs = values?.[SENT_KEY]?.[0]?.[1]
  // The first frame of a device is its snapshot.
  if (!followed.has(subscriptionId)) followed.add(subscriptionId)
  else if (sentMs !== undefined) figures.frames.push(nowMs() - Number(sentMs))
})

function publish(nth: number): void {
  figures.published += 1
  controllers[nth % controllers.length]?.publish('v1/devices/me/telemetry', `{"${SENT_KEY}":${nowMs()}}`, { qos: 1 })
}

async function measure(samples: number[], ask: () => Promise<unknown>): Promise<void> {
  const startMs = performance.now()
  await ask()
  samples.push(performance.now() - startMs)
}

function ask(samples: number[], asked: () => Promise<unknown>): void {
  if (open >= MOST_OPEN) {
    figures.skipped += 1
    return
  }
  figures.calls += 1
  open += 1
  void measure(samples, asked)
    .catch(() => {
      figures.failed += 1
    })
    .then(() => {
      open -= 1
    })
}

function readDevice(nth: number): void {
  const params = ofDevice(read[(nth * 7) % read.length] ?? '')
  const asks = [
    () => call('timeseries', { params }),
    () => call('attributes', { params: { ...params, scope: 'SHARED_SCOPE' } }),
    () => call('entityAlarmsV2', { params, query: { pageSize: 10, page: 0, statusList: 'ACTIVE' } }),
  ] as const
  ask(figures.reads, asks[nth % 3] ?? asks[0])
}

function readPage(nth: number): void {
  ask(figures.pages, () => call('tenantDevices', { query: { pageSize: 10, page: nth % 10 } }))
}

function readEmpty(): void {
  const answer = () => systemTransport.fetch(`http://127.0.0.1:${emptyPort}/`, { method: 'GET', headers: {} })
  void measure(figures.empty, async () => (await answer()).body?.cancel())
}

const DUE = [
  { rate: PUBLISHED_A_SECOND, act: publish, done: 0 },
  { rate: READ_A_SECOND, act: readDevice, done: 0 },
  { rate: READ_A_SECOND, act: readEmpty, done: 0 },
  { rate: 1, act: readPage, done: 0 },
]
const startMs = performance.now()
setInterval(() => {
  const seconds = (performance.now() - startMs) / 1000
  for (const one of DUE) for (; one.done < Math.floor(seconds * one.rate); one.done += 1) one.act(one.done)
}, LOOK_MS)

async function report(): Promise<void> {
  const taken = figures
  figures = none()
  const stall = await fetch(`http://127.0.0.1:${emptyPort}/stall`)
  process.send?.({ ...taken, emptyStallMs: Number(await stall.text()) })
}

process.on('message', () => void report())
process.on('disconnect', () => {
  emptyServer.kill()
  process.exit(0)
})
process.send?.('begun')
