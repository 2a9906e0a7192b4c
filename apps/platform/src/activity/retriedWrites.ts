import type { DeviceData, TimedValue } from '../data/port/deviceData.ts'
import type { ConnectivityWrite, ServerAttributes } from './connectivityRule.ts'

/** Pause before a refused write is tried again, milliseconds. */
const RETRY_MS = 1000

interface WaitingValue extends TimedValue {
  readonly value: number | boolean
  underWay: boolean
}

/**
 * Creates a writer for server attributes that the platform itself sets. No client would send them again, so a refused
 * write is retried until it is on disk or a later value has replaced it.
 */
export function createRetriedWrites(data: DeviceData, now: () => number) {
  const waiting = new Map<string, Map<string, WaitingValue>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const save = (deviceId: string, entries: readonly (readonly [string, WaitingValue])[]): void => {
    for (const [, entry] of entries) entry.underWay = true
    data
      .saveAttributes(
        deviceId,
        'SERVER_SCOPE',
        Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
        now(),
      )
      .then(
        () => {
          const own = waiting.get(deviceId)
          for (const [key, entry] of entries) if (own?.get(key) === entry) own.delete(key)
          if (own?.size === 0) waiting.delete(deviceId)
        },
        // The store logs the failure of the whole commit.
        () => {
          for (const [, entry] of entries) entry.underWay = false
          if (!stopped) timer ??= setTimeout(retry, RETRY_MS)
        },
      )
  }

  const retry = (): void => {
    timer = undefined
    for (const [deviceId, own] of waiting) {
      const entries = [...own].filter(([, { underWay }]) => !underWay)
      if (entries.length > 0) save(deviceId, entries)
    }
  }

  return {
    /** Returns the attributes of a device as they will be when all waiting writes are done. */
    attributes(deviceId: string): ServerAttributes {
      const stored = data.attributes(deviceId, 'SERVER_SCOPE')
      const own = waiting.get(deviceId)
      return own ? new Map<string, TimedValue>([...stored, ...own]) : stored
    },
    write(deviceId: string, values: ConnectivityWrite): void {
      const entries = Object.entries(values).map(([key, value]): [string, WaitingValue] => [
        key,
        { ts: now(), value, underWay: true },
      ])
      if (entries.length === 0) return
      const own = waiting.get(deviceId) ?? new Map<string, WaitingValue>()
      waiting.set(deviceId, own)
      for (const [key, entry] of entries) own.set(key, entry)
      save(deviceId, entries)
    },
    /** Drops the writes that still wait. */
    stop(): void {
      stopped = true
      clearTimeout(timer)
    },
  }
}
