import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@greenwave/client/callErrors'
import { ofDevice } from '@greenwave/contract/wire/ids'
import type { Api } from '@greenwave/harness/api'
import { connectAsync } from 'mqtt'
import type { Target } from './attack.ts'
import { openLiveSocket } from './liveSocket.ts'
import { adminOf, type MadeDevice, makeDevices } from './scene.ts'

const PAUSE_MS = 5
/** So slowly that an audit can read what was written in an hour. */
const SLOW_PAUSE_MS = 50
/** Includes what a clock set forward has dated. */
const ALL_TIME = { startTs: '0', endTs: '4102444800000', limit: '100000' }

/**
 * Writes rising numbers to a device, as its controller and as an administrator, and records how each write was
 * answered.
 */
export interface Ledger {
  readonly deviceId: string
  /** Writes until `stop`, or until nothing is answered any more. */
  write(): { stop(): Promise<void> }
  /** Writes until `stop`, more slowly, and goes on after every end of the platform. */
  keepWriting(): { stop(): Promise<void> }
  /** Time of the last acknowledgement, epoch milliseconds; 0 before the first. */
  lastMs(): number
  /** Writes for this long, milliseconds. */
  writeFor(ms: number): Promise<void>
  /**
   * Compares the stored values with the answers: acknowledged writes that are missing, refused writes that are stored.
   * `at` is the address of another platform with the data, such as a restored one; default: the one that was written to.
   */
  audit(at?: string): Promise<{
    readonly acknowledged: number
    readonly refused: number
    readonly missing: number
    /** Time of the first acknowledgement of a missing value, epoch milliseconds. */
    readonly missingSinceMs: number | undefined
    readonly revived: number
    /** Whether the latest value differs from the last acknowledged one. */
    readonly isLatestStale: boolean
  }>
}

/** Opens a ledger for one new device of a running platform. */
export async function openLedger(target: Target): Promise<Ledger> {
  const [device] = await makeDevices(await adminOf(target), 1)
  if (!device) throw new Error('no device was made')
  /** Published numbers by the time of their acknowledgement, epoch milliseconds. */
  const published = new Map<number, number>()
  const attribute = { acknowledged: 0, refused: new Set<number>() }
  let last = 0

  async function publishOn(isOver: () => boolean, pauseMs = PAUSE_MS): Promise<void> {
    const { clientId, userName: username, password } = device?.login ?? ({} as MadeDevice['login'])
    const controller = await connectAsync(target.mqttUrl, { clientId, username, password, reconnectPeriod: 0 })
    controller.on('error', () => {})
    const gone = new Promise<'lost'>((resolve) => controller.once('close', () => resolve('lost')))
    while (!isOver() && controller.connected) {
      last += 1
      const n = last
      const message = JSON.stringify({ n })
      const publishing = answerOf(controller.publishAsync('v1/devices/me/telemetry', message, { qos: 1 }))
      const answer = await Promise.race([publishing, gone])
      if (answer === 'done') published.set(n, Date.now())
      await pause(pauseMs)
    }
    await controller.endAsync(true)
  }

  async function setOn(isOver: () => boolean, pauseMs = PAUSE_MS): Promise<void> {
    const api = await adminOf(target)
    while (!isOver()) {
      last += 1
      const n = last
      const answer = await answerOf(api.writeAttributes(device?.id ?? '', 'SHARED_SCOPE', { n }))
      if (answer === 'done') attribute.acknowledged = n
      else if (answer === 'refused') attribute.refused.add(n)
      else return
      await pause(pauseMs)
    }
  }

  function write(): { stop(): Promise<void> } {
    let over = false
    const isOver = (): boolean => over
    const writing = Promise.allSettled([publishOn(isOver), setOn(isOver)])
    return {
      async stop() {
        over = true
        await writing
      },
    }
  }

  return {
    deviceId: device.id,
    write,
    keepWriting() {
      let over = false
      const writing = [publishOn, setOn].map(async (writeOn) => {
        while (!over) {
          await writeOn(() => over, SLOW_PAUSE_MS).catch(() => {})
          await pause(SLOW_PAUSE_MS)
        }
      })
      return {
        async stop() {
          over = true
          await Promise.all(writing)
        },
      }
    },
    lastMs: () => [...published.values()].at(-1) ?? 0,
    async writeFor(ms) {
      const writing = write()
      await pause(ms)
      await writing.stop()
    },
    async audit(at = target.url) {
      // Writing may go on: what is acknowledged from now on may not be read yet.
      const acknowledged = [...published]
      const attributeAcknowledged = attribute.acknowledged
      const api = await adminOf({ ...target, url: at })
      const read = (range: object) =>
        api.call('timeseries', {
          params: ofDevice(device.id),
          query: { keys: 'n', useStrictDataTypes: 'true', ...range },
        })
      const { n: samples = [] } = await read(ALL_TIME)
      const latest = (await read({})).n?.[0]?.value
      const stored = new Set(samples.map(({ value }) => value))
      const now = Number((await api.attributes(device.id, 'SHARED_SCOPE')).n ?? 0)
      const missing = acknowledged.filter(([n]) => !stored.has(n))
      return {
        acknowledged: acknowledged.length,
        refused: attribute.refused.size,
        missing: missing.length + (now < attributeAcknowledged ? 1 : 0),
        missingSinceMs: missing[0]?.[1],
        revived: attribute.refused.has(now) ? 1 : 0,
        isLatestStale: latest !== acknowledged.reduce((most, [n]) => Math.max(most, n), -Infinity),
      }
    },
  }
}

/** Follows the numbers that a ledger publishes, as a console would. */
export async function followRising(
  { url }: Target,
  { token }: Api,
  entityId: string,
): Promise<{ readonly received: ReadonlySet<number>; outOfOrder(): number; stop(): void }> {
  const received = new Set<number>()
  let newest = 0
  let outOfOrder = 0
  const socket = await openLiveSocket(url, token)
  socket.on('message', (data: Buffer) => {
    const { data: values } = JSON.parse(data.toString()) as { data?: { n?: readonly [number, string | null][] } }
    const text = values?.n?.[0]?.[1]
    if (text == null) return
    const n = Number(text)
    if (n <= newest) outOfOrder += 1
    newest = n
    received.add(n)
  })
  const follow = { type: 'TIMESERIES', entityType: 'DEVICE', entityId, scope: 'LATEST_TELEMETRY', cmdId: 1 }
  const begun = once(socket, 'message')
  socket.send(JSON.stringify({ cmds: [follow] }))
  await begun
  return { received, outOfOrder: () => outOfOrder, stop: () => socket.terminate() }
}

/** Returns how a write ended; `lost` when it was not answered, as by a killed platform. */
async function answerOf(write: Promise<unknown>): Promise<'done' | 'refused' | 'lost'> {
  try {
    await write
    return 'done'
  } catch (error) {
    return error instanceof ApiError && error.status === 500 ? 'refused' : 'lost'
  }
}
