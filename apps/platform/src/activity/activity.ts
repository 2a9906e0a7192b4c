import { CONNECTIVITY_KEYS } from '@greenwave/contract/attributes'
import type { DeviceChange, DeviceData } from '../data/port/deviceData.ts'
import type { DeviceRepository } from '../store/store.ts'
import { whenHeard, whenSwept, whenTimeoutChanged } from './connectivityRule.ts'
import { createOwedWrites } from './owedWrites.ts'

/** Keeps the attributes of the server scope that say whether a device is alive. Times are epoch milliseconds. */
export interface Activity {
  /** A device's session opened. */
  connected(deviceId: string, at: number): void
  /** A device's last session closed. `active` stays until the sweep. */
  disconnected(deviceId: string, at: number): void
  /** A device was heard at this time; reports come in batches, not with every packet. */
  heard(deviceId: string, at: number): void
  /** Judges every device now; the timer does nothing else. */
  sweep(): void
  /** Starts the sweep's timer and the watch on `inactivityTimeout`; returns what ends both. */
  start(): () => void
}

export interface ActivityDeps {
  readonly data: DeviceData
  readonly devices: Pick<DeviceRepository, 'allIds' | 'byId'>
  /** Silence after which a device counts as inactive, unless its own attribute says otherwise. */
  readonly inactivityTimeoutMs: number
  readonly sweepEveryMs: number
  /** Epoch milliseconds; tests give their own. */
  readonly now?: () => number
}

export function createActivity({
  data,
  devices,
  inactivityTimeoutMs,
  sweepEveryMs,
  now = Date.now,
}: ActivityDeps): Activity {
  const owed = createOwedWrites(data, now)
  const attributesOf = (deviceId: string) => owed.attributes(deviceId)

  function judgeTimeout(change: DeviceChange): void {
    const names =
      change.kind === 'attributes'
        ? Object.keys(change.values)
        : change.kind === 'attributesDeleted'
          ? change.keys
          : undefined
    if (!names?.includes(CONNECTIVITY_KEYS.inactivityTimeout)) return
    if ('scope' in change && change.scope !== 'SERVER_SCOPE') return
    const { deviceId } = change
    // Behind the listeners of this change, or some of them would hear of its consequence first.
    queueMicrotask(() => {
      const device = devices.byId(deviceId)
      if (!device) return
      owed.write(deviceId, whenTimeoutChanged(attributesOf(deviceId), device.createdTime, now(), inactivityTimeoutMs))
    })
  }

  function sweep(): void {
    const at = now()
    for (const { id, createdTime } of devices.allIds()) {
      owed.write(id, whenSwept(attributesOf(id), createdTime, at, inactivityTimeoutMs))
    }
  }

  return {
    connected: (deviceId, at) =>
      owed.write(deviceId, { [CONNECTIVITY_KEYS.lastConnectTime]: at, ...whenHeard(attributesOf(deviceId), at) }),
    disconnected: (deviceId, at) => owed.write(deviceId, { [CONNECTIVITY_KEYS.lastDisconnectTime]: at }),
    heard: (deviceId, at) => owed.write(deviceId, whenHeard(attributesOf(deviceId), at)),
    sweep,
    start() {
      const timer = setInterval(sweep, sweepEveryMs)
      const stopWatching = data.subscribeAll(judgeTimeout)
      return () => {
        clearInterval(timer)
        stopWatching()
        owed.stop()
      }
    },
  }
}
