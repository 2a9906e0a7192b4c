/** Devices for components. */
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
 * Follows a device while the component is mounted, and returns what is selected of it: the same object while that says the same, so
 * that the component renders again only for what it shows.
 *
 * @param select a pure function, the same from render to render
 * @param parts what of the device is followed, where that is not all; the same array from render to render
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
