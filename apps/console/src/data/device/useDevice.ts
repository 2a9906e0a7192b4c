/** The hook with which components follow a device. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { after, connection, topics } from '../live.ts'
import { serverAheadMs } from '../serverTime.ts'
import { keepSame } from '../sharing.ts'
import type { DevicePart } from './DeviceModel.ts'
import { DeviceModels } from './DeviceModels.ts'
import type { DeviceState } from './deviceState.ts'

const deviceModels = new DeviceModels({
  topics,
  connection,
  nowMs: () => Date.now(),
  serverAheadMs,
  after,
  onNextFrame: (callback) => requestAnimationFrame(callback),
})

const WHOLE_DEVICE: readonly DevicePart[] = ['telemetry', 'attributes']

/**
 * Follows a device while the component is mounted and returns the selected part of it. Returns the same object while
 * its content is the same, so that the component renders again only for what it shows.
 *
 * @param select a pure function, the same one at every render
 * @param parts the parts of the device to follow (default: all), the same array at every render
 */
export function useDevice<T>(
  deviceId: string,
  select: (device: DeviceState) => T,
  parts: readonly DevicePart[] = WHOLE_DEVICE,
): T {
  const selection = useMemo(() => selectionOf(deviceId, select), [deviceId, select])
  return useSyncExternalStore(
    useCallback((watcher) => deviceModels.watch(deviceId, parts, watcher), [deviceId, parts]),
    selection,
  )
}

function selectionOf<T>(deviceId: string, select: (device: DeviceState) => T): () => T {
  let last: { readonly of: DeviceState; readonly selected: T } | undefined
  return () => {
    const of = deviceModels.shown(deviceId)
    if (last?.of !== of) last = { of, selected: keepSame(last?.selected, select(of)) }
    return last.selected
  }
}
