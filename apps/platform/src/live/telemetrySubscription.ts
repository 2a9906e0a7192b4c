import type { LiveSample, TimeseriesCommand } from '@greenwave/contract/wire/live'
import type { DeviceChange, DeviceData, Sample } from '../data/port/deviceData.ts'
import { type MessageKeys, messageKeys } from '../data/values/messageKeys.ts'
import { valueText } from '../data/values/valueText.ts'
import { LIMITS } from '../limits/limits.ts'
import { dataBody, errorFrame, type FrameBody, type FrameData, frame, joinedBody, sampleBody } from './frames.ts'
import type { HistoryReplies } from './historyReplies.ts'
import { type LiveSubscription, parseKeys, type ValueSource } from './liveSubscription.ts'
import type { LatestSource, Outbox } from './outbox.ts'

/** Follows an entity's telemetry, without a gap between the first reply and later news. */
export function followTelemetry(
  { data, entityId, listen }: ValueSource,
  outbox: Outbox,
  command: TimeseriesCommand,
  now: () => number,
  history: HistoryReplies,
): LiveSubscription {
  const keys = parseKeys(command.keys)
  const subscription = new TelemetrySubscription(outbox, command, keys)
  const stopListening = listen((change) => subscription.onChange(change))
  // Without keys there is no history to read.
  if (command.timeWindow && command.timeWindow > 0 && keys) {
    const { cmdId, startTs = 0, timeWindow } = command
    const onFailed = (): void => subscription.start(() => outbox.reply(errorFrame(cmdId, 'fetchData')))
    const request = { ...command, startTs, endTs: startTs + timeWindow }
    const isTaken = history.ask({ cmdId, entityId, request, onReady: (send) => subscription.start(send), onFailed })
    if (!isTaken) onFailed()
  } else {
    const { body, newest } = snapshotOf(data, entityId, keys, now())
    subscription.start(() => outbox.reply(frame(command.cmdId, body)), newest)
  }
  return {
    stop() {
      stopListening()
      subscription.stop()
    },
  }
}

interface Snapshot {
  readonly body: FrameBody
  /** Time of each key that has a value, epoch milliseconds. */
  readonly newest: ReadonlyMap<string, number>
}

/**
 * Returns the latest value of every key, or of the requested keys; a requested key without data gets null and the
 * present time. The text is written directly: building objects takes several times as long when a message names many
 * keys.
 */
function snapshotOf(data: DeviceData, entityId: string, keys: ReadonlySet<string> | undefined, now: number): Snapshot {
  const latest = data.latest(entityId)
  const newest = new Map<string, number>()
  const samples: string[] = []
  const times: string[] = []
  for (const key of keys ?? latest.keys()) {
    const found = latest.get(key)
    const name = JSON.stringify(key)
    const text = found ? valueText(found.value) : null
    const ts = found?.ts ?? now
    if (text !== null) newest.set(key, ts)
    samples.push(`${name}:[[${ts},${JSON.stringify(text)}]]`)
    times.push(`${name}:${ts}`)
  }
  return { body: joinedBody(samples.join(','), times.join(',')), newest }
}

type Phase = 'starting' | 'running' | 'stopped'

class TelemetrySubscription implements LatestSource {
  readonly #outbox: Outbox
  readonly #id: number
  readonly #keys: ReadonlySet<string> | undefined
  /** True: send only samples that are not older than the last one sent. False: send every stored sample. */
  readonly #latestOnly: boolean
  /** Time of each key's newest sample that was sent or waits to be sent, before the last one. */
  readonly #newest = new Map<string, number>()
  /** The last sample that was sent or waits to be sent, if all of it was wanted: its keys, and its time. */
  #lastKeys: MessageKeys | undefined
  #lastTs = 0
  /** News that wait for the socket: one whole sample, or when there are more, the newest value of each key. */
  #wholeSample: Sample | undefined
  readonly #merged = new Map<string, LiveSample>()
  /** Changes that arrived while the first reply was being read. */
  readonly #early: DeviceChange[] = []
  #phase: Phase = 'starting'

  constructor(outbox: Outbox, { cmdId, scope }: TimeseriesCommand, keys: ReadonlySet<string> | undefined) {
    this.#outbox = outbox
    this.#id = cmdId
    this.#keys = keys
    this.#latestOnly = scope === 'LATEST_TELEMETRY'
  }

  /** Starts the subscription with its first reply, which `reply` sends. */
  start(reply: () => void, newest: ReadonlyMap<string, number> = new Map()): void {
    if (this.#phase !== 'starting') return
    this.#phase = 'running'
    for (const [key, ts] of newest) this.#newest.set(key, ts)
    reply()
    for (const change of this.#early.splice(0)) this.onChange(change)
  }

  stop(): void {
    this.#phase = 'stopped'
    this.#outbox.forget(this)
  }

  onChange(change: DeviceChange): void {
    if (this.#phase === 'stopped') return
    if (this.#phase === 'starting') {
      this.#early.push(change)
      // None of these changes may be left out.
      if (this.#early.length > LIMITS.waitingEvents.value) this.#outbox.overflow()
    } else if (change.kind === 'telemetry') {
      for (const sample of change.samples) this.#onSample(sample)
    } else if (change.kind === 'telemetryDeleted') {
      this.#onDeleted(change.keys)
    }
  }

  takeFrame(): string | undefined {
    const whole = this.#wholeSample
    this.#wholeSample = undefined
    if (whole) return frame(this.#id, sampleBody(whole))
    if (this.#merged.size === 0) return undefined
    const data: FrameData = {}
    for (const [key, sample] of this.#merged) data[key] = [sample]
    this.#merged.clear()
    return frame(this.#id, dataBody(data))
  }

  #onSample(sample: Sample): void {
    const keys = messageKeys(sample.values)
    // Messages follow one another with the same keys: what was wanted of the last one is wanted of this one.
    const isLikeLast = keys === this.#lastKeys && sample.ts >= this.#lastTs
    const wanted = isLikeLast ? keys.names : this.#wantedOf(keys, sample.ts)
    if (wanted.length === 0) return
    const all = wanted.length === keys.names.length
    if (!this.#latestOnly) {
      this.#outbox.event(frame(this.#id, all ? sampleBody(sample) : dataBody(pick(sample, wanted))))
      return
    }
    if (all) [this.#lastKeys, this.#lastTs] = [keys, sample.ts]
    else for (const key of wanted) this.#newest.set(key, sample.ts)
    if (all && this.#wholeSample === undefined && this.#merged.size === 0) {
      this.#wholeSample = sample
    } else {
      this.#mergeWhole()
      for (const key of wanted) this.#merged.set(key, textSample(sample, key))
    }
    this.#outbox.latest(this)
  }

  #wantedOf({ names }: MessageKeys, ts: number): readonly string[] {
    this.#noteLast()
    return names.filter((key) => this.#wants(key, ts))
  }

  /** Notes the times of the last sample one by one, because what follows is not like it. */
  #noteLast(): void {
    if (this.#lastKeys) for (const key of this.#lastKeys.names) this.#newest.set(key, this.#lastTs)
    this.#lastKeys = undefined
  }

  #wants(key: string, ts: number): boolean {
    if (this.#keys && !this.#keys.has(key)) return false
    return !this.#latestOnly || ts >= (this.#newest.get(key) ?? Number.NEGATIVE_INFINITY)
  }

  #mergeWhole(): void {
    const whole = this.#wholeSample
    this.#wholeSample = undefined
    if (whole) for (const key in whole.values) this.#merged.set(key, textSample(whole, key))
  }

  #onDeleted(deleted: readonly string[]): void {
    this.#noteLast()
    this.#mergeWhole()
    const data: FrameData = {}
    for (const key of deleted) {
      if (this.#keys && !this.#keys.has(key)) continue
      data[key] = [[0, '']]
      this.#newest.delete(key)
      this.#merged.delete(key)
    }
    if (Object.keys(data).length > 0) this.#outbox.event(frame(this.#id, dataBody(data)))
  }
}

function textSample(sample: Sample, key: string): LiveSample {
  return [sample.ts, valueText(sample.values[key] ?? null)]
}

function pick(sample: Sample, keys: readonly string[]): FrameData {
  return Object.fromEntries(keys.map((key) => [key, [textSample(sample, key)]]))
}
