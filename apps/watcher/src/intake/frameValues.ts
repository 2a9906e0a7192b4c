/** Reads what the frames of subscriptions say. */
import { LAMP_KEYS } from '@greenwave/controller/keys'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { SubscriptionFrame } from '@greenwave/contract/wire/live'
import { type Message, parseMessage } from '@greenwave/observer/sample'

/** The data of a frame: samples by key, each a pair of time and value. */
export type FrameData = NonNullable<SubscriptionFrame['data']>

/** Returns attributes after a frame of their subscription. A deleted one has the time 0. */
export function withFrame(values: TimedValues, data: FrameData): TimedValues {
  const next = { ...values }
  for (const [key, samples] of Object.entries(data)) {
    const [ts, value] = samples[0] ?? [0, '']
    if (ts === 0) delete next[key]
    else next[key] = { ts, value }
  }
  return next
}

/**
 * Parses lamps and clock from a frame of telemetry, the oldest first.
 * @param receivedMs when it arrived; `sent` for a snapshot, whose values may be old
 */
export function messagesIn(data: FrameData, receivedMs: number | 'sent'): readonly Message[] {
  const received = (ts: number): number => (receivedMs === 'sent' ? ts : receivedMs)
  const only = onlyTime(data)
  if (only !== undefined) {
    const message = parseMessage(only, (key) => data[key]?.[0]?.[1], received(only))
    return message ? [message] : []
  }
  const times = new Set(Object.values(data).flatMap((samples) => samples.map(([ts]) => ts)))
  return [...times]
    .filter((ts) => ts > 0)
    .sort((a, b) => a - b)
    .flatMap((ts) => {
      const at = (key: string): unknown => data[key]?.find(([sampleTs]) => sampleTs === ts)?.[1]
      return parseMessage(ts, at, received(ts)) ?? []
    })
}

/** Returns the time of all samples if they have only one, as the second of a controller has. */
function onlyTime(data: FrameData): number | undefined {
  const first = data[LAMP_KEYS[0] ?? '']?.[0]?.[0]
  if (first === undefined || first <= 0) return undefined
  for (const key in data) {
    const samples = data[key]
    if (samples?.length !== 1 || samples[0]?.[0] !== first) return undefined
  }
  return first
}
