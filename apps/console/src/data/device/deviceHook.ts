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

/** The same for several devices, in their order. */
type DevicesHook<State> = <T>(
  deviceIds: readonly string[],
  select: (device: State) => T,
  parts: readonly DevicePart[],
) => readonly T[]

/** Hooks for the state that some steps make. They share what they follow. */
interface DeviceHooks<State> {
  readonly useOne: DeviceHook<State>
  readonly useSeveral: DevicesHook<State>
}

/**
 * Returns hooks for the state that these steps make. They return the same object while its content is the same, so that
 * the component renders again only for what it shows. `select` is a pure function, the same one at every render;
 * `parts` are the parts of a device to follow, and `deviceIds` the devices, the same arrays at every render.
 */
export function deviceHooks<State>(steps: DeviceSteps<State>): DeviceHooks<State> {
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
  const one: DeviceHook<State> = (deviceId, select, parts) => {
    const selection = useMemo(() => selectionOf(() => models.shown(deviceId), select), [deviceId, select])
    return useSyncExternalStore(
      useCallback((watcher) => models.watch(deviceId, parts, watcher), [deviceId, parts]),
      selection,
    )
  }
  const several: DevicesHook<State> = (deviceIds, select, parts) => {
    const selection = useMemo(
      () => together(deviceIds.map((deviceId) => selectionOf(() => models.shown(deviceId), select))),
      [deviceIds, select],
    )
    const watch = useCallback(
      (watcher: () => void) => {
        const ends = deviceIds.map((deviceId) => models.watch(deviceId, parts, watcher))
        return () => {
          for (const end of ends) end()
        }
      },
      [deviceIds, parts],
    )
    return useSyncExternalStore(watch, selection)
  }
  return { useOne: one, useSeveral: several }
}

function selectionOf<State, T>(shown: () => State, select: (device: State) => T): () => T {
  let last: { readonly of: State; readonly selected: T } | undefined
  return () => {
    const of = shown()
    if (last?.of !== of) last = { of, selected: keepSame(last?.selected, select(of)) }
    return last.selected
  }
}

/** Returns all selections as one: the same array while each is the same. */
function together<T>(selections: readonly (() => T)[]): () => readonly T[] {
  let last: readonly T[] | undefined
  return () => {
    const now = selections.map((selection) => selection())
    const before = last
    if (!before?.every((selected, index) => selected === now[index])) last = now
    return last ?? now
  }
}
