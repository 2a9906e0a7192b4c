import { CONNECTIVITY_KEYS } from '@greenwave/contract/wire/attributes'
import type { DeviceChange, DeviceData } from '../data/port/deviceData.ts'
import type { Store } from '../store/openStore.ts'
import { whenConnected, whenDisconnected, whenHeard, whenSwept, whenTimeoutChanged } from './connectivityRule.ts'
import { createRetriedWrites } from './retriedWrites.ts'

/** Keeps the server attributes that say whether a device is active. Times are epoch milliseconds. */
export interface Activity {
  /** Records that a device's session opened. */
  connected(deviceId: string, at: number): void
  /** Records that a device's last session closed. `active` stays as it is until the next sweep. */
  disconnected(deviceId: string, at: number): void
  /** Records that a device was heard at this time. Called in batches, not for every packet. */
  heard(deviceId: string, at: number): void
  /** Checks every device now, as the timer does. */
  sweep(): void
  /** Starts the sweep's timer and follows changes of `inactivityTimeout`; returns the function that stops both. */
  start(): () => void
}

/** The values, devices and times of `createActivity`. */
export interface ActivityDeps {
  readonly data: DeviceData
  readonly devices: Pick<Store['devices'], 'allIds' | 'byId'>
  /**
   * Silence after which a device counts as inactive, milliseconds, unless the device's own attribute says otherwise.
   */
  readonly inactivityTimeoutMs: number
  readonly sweepEveryMs: number
  /** Returns epoch milliseconds; tests pass their own clock. */
  readonly now?: () => number
}

/** Creates the activity of all devices. */
export function createActivity({
  data,
  devices,
  inactivityTimeoutMs,
  sweepEveryMs,
  now = Date.now,
}: ActivityDeps): Activity {
  const writes = createRetriedWrites(data, now)
  const attributesOf = (deviceId: string) => writes.attributes(deviceId)

  function evaluateTimeout(change: DeviceChange): void {
    const names =
      change.kind === 'attributes'
        ? Object.keys(change.values)
        : change.kind === 'attributesDeleted'
          ? change.keys
          : undefined
    if (!names?.includes(CONNECTIVITY_KEYS.inactivityTimeout)) return
    if ('scope' in change && change.scope !== 'SERVER_SCOPE') return
    const { deviceId } = change
    // Runs after the listeners of this change, because some of them would otherwise get its consequence first.
    queueMicrotask(() => {
      const device = devices.byId(deviceId)
      if (!device) return
      writes.write(deviceId, whenTimeoutChanged(attributesOf(deviceId), device.createdTime, now(), inactivityTimeoutMs))
    })
  }

  function sweep(): void {
    const at = now()
    for (const { id, createdTime } of devices.allIds()) {
      writes.write(id, whenSwept(attributesOf(id), createdTime, at, inactivityTimeoutMs))
    }
  }

  return {
    connected(deviceId, at) {
      const attributes = attributesOf(deviceId)
      writes.write(deviceId, { ...whenConnected(attributes, at), ...whenHeard(attributes, at) })
    },
    disconnected: (deviceId, at) => writes.write(deviceId, whenDisconnected(attributesOf(deviceId), at)),
    heard: (deviceId, at) => writes.write(deviceId, whenHeard(attributesOf(deviceId), at)),
    sweep,
    start() {
      const timer = setInterval(sweep, sweepEveryMs)
      const stopWatching = data.subscribeAll(evaluateTimeout)
      return () => {
        clearInterval(timer)
        stopWatching()
        writes.stop()
      }
    },
  }
}
