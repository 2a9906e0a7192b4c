/** Makes the hooks with which components follow a device. */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { after, connection, topics } from '../live.ts'
import { serverAheadMs } from '../serverTime.ts'
import { keepSame } from '../sharing.ts'
import { DeviceFeeds, type DevicePart } from './DeviceFeed.ts'
import { DeviceModels } from './DeviceModels.ts'
import type { DeviceSteps } from './deviceSteps.ts'

const feeds = new DeviceFeeds({ topics, after })

/** Follows a device while the component is mounted and returns the selected part of its state. */
type DeviceHook<State> = <T>(deviceId: string, select: (device: State) => T, parts: readonly DevicePart[]) => T

/**
 * Returns a hook for the state that these steps make. It returns the same object while its content is the same, so that
 * the component renders again only for what it shows. `select` is a pure function, the same one at every render;
 * `parts` are the parts of the device to follow, the same array at every render.
 */
export function deviceHook<State>(steps: DeviceSteps<State>): DeviceHook<State> {
  const models = new DeviceModels(steps, {
    feeds,
    connection,
    nowMs: () => Date.now(),
    serverAheadMs,
    after,
    onNextFrame: (callback) => {
      const frame = requestAnimationFrame(callback)
      return () => cancelAnimationFrame(frame)
    },
  })
  return (deviceId, select, parts) => {
    const selection = useMemo(() => selectionOf(() => models.shown(deviceId), select), [deviceId, select])
    return useSyncExternalStore(
      useCallback((watcher) => models.watch(deviceId, parts, watcher), [deviceId, parts]),
      selection,
    )
  }
}

function selectionOf<State, T>(shown: () => State, select: (device: State) => T): () => T {
  let last: { readonly of: State; readonly selected: T } | undefined
  return () => {
    const of = shown()
    if (last?.of !== of) last = { of, selected: keepSame(last?.selected, select(of)) }
    return last.selected
  }
}
