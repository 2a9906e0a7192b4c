/** Live values for components. */
import type { AttributeScope } from '@greenwave/contract/attributes'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { parseBoolean } from './booleanValue.ts'
import { connection, topics } from './live.ts'
import type { ConnectionState } from './liveConnection.ts'
import type { Topic, TopicValue } from './liveTopics.ts'

/** Everything that is followed of one device. A part is undefined until its first snapshot or answer: missing is not empty. */
export interface DeviceLive {
  /** Latest telemetry by key; values are text. */
  readonly telemetry: TimedValues | undefined
  /** When the latest telemetry frame arrived, by this computer's clock (epoch ms); undefined before the first. */
  readonly telemetryArrivedAtMs: number | undefined
  /** The latest time of the future that telemetry carried and is left out for (epoch ms); undefined where all is as it should be. */
  readonly telemetryFutureMs: number | undefined
  /** Attributes by key: JSON values as read, text as followed. */
  readonly server: TimedValues | undefined
  readonly shared: TimedValues | undefined
  readonly client: TimedValues | undefined
  /** What reading the server's or the shared attributes failed with. */
  readonly readError: unknown
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    useCallback((listener) => connection.onState(listener), []),
    () => connection.state,
  )
}

/** Follows a device while the component is mounted: telemetry and the three scopes of attributes. */
export function useDeviceLive(deviceId: string): DeviceLive {
  const telemetry = useTopic(deviceId, 'LATEST_TELEMETRY')
  const server = useTopic(deviceId, 'SERVER_SCOPE')
  const shared = useTopic(deviceId, 'SHARED_SCOPE')
  const client = useTopic(deviceId, 'CLIENT_SCOPE')
  return {
    telemetry: telemetry.samples,
    telemetryArrivedAtMs: telemetry.arrivedAtMs,
    telemetryFutureMs: telemetry.futureMs,
    server: server.samples,
    shared: shared.samples,
    client: client.samples,
    readError: server.readError ?? shared.readError,
  }
}

/** The attributes of a device, without its telemetry. A scope is undefined until its first snapshot or answer. */
export type DeviceAttributes = Pick<DeviceLive, 'server' | 'shared' | 'client'>

/** Follows the three scopes of attributes of a device while the component is mounted. */
export function useDeviceAttributes(deviceId: string): DeviceAttributes {
  return {
    server: useTopic(deviceId, 'SERVER_SCOPE').samples,
    shared: useTopic(deviceId, 'SHARED_SCOPE').samples,
    client: useTopic(deviceId, 'CLIENT_SCOPE').samples,
  }
}

/** Follows the `active` flag of the devices on screen; a device whose flag has not arrived is not in the map. */
export function useDeviceActive(deviceIds: readonly string[]): ReadonlyMap<string, boolean> {
  const ids = deviceIds.join(' ')
  const store = useMemo(() => activeStore(ids === '' ? [] : ids.split(' ')), [ids])
  return useSyncExternalStore(store.subscribe, store.getSnapshot)
}

/** Follows single telemetry keys of a device, for lists; without samples until their first snapshot. */
export function useDeviceTelemetry(
  deviceId: string,
  keys: readonly string[],
): Pick<DeviceLive, 'telemetry' | 'telemetryArrivedAtMs'> {
  const { samples, arrivedAtMs } = useTopic(deviceId, 'LATEST_TELEMETRY', keys.join())
  return { telemetry: samples, telemetryArrivedAtMs: arrivedAtMs }
}

/** Whether live data was there and is lost: what is shown is the last that is known. */
export function useLiveLost(): boolean {
  return isLost(useConnectionState())
}

function isLost(state: ConnectionState): boolean {
  switch (state.kind) {
    case 'off':
    case 'live':
      return false
    case 'connecting':
      return state.again
    case 'retrying':
    case 'lost':
    case 'refused':
      return true
  }
}

/** Reads a scope of a device again, where it is on screen. */
export function readAttributesAgain(deviceId: string, scope: AttributeScope): Promise<void> {
  return topics.readAgain(deviceId, scope)
}

/** Tries to connect again, with all five tries, because the user asks for it. */
export function reconnect(): void {
  connection.connect()
}

function useTopic(deviceId: string, scope: Topic['scope'], keys?: string): TopicValue {
  const topic = useMemo(
    (): Topic => (keys === undefined ? { deviceId, scope } : { deviceId, scope, keys }),
    [deviceId, scope, keys],
  )
  return useSyncExternalStore(
    useCallback((listener) => topics.watch(topic, listener), [topic]),
    () => topics.value(topic),
  )
}

function activeStore(deviceIds: readonly string[]) {
  const followed = deviceIds.map((deviceId): Topic => ({ deviceId, scope: 'SERVER_SCOPE', keys: 'active' }))
  let values: readonly TopicValue[] = []
  let flags: ReadonlyMap<string, boolean> = new Map()
  return {
    subscribe: (listener: () => void): (() => void) => {
      const ends = followed.map((topic) => topics.watch(topic, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    getSnapshot: (): ReadonlyMap<string, boolean> => {
      const now = followed.map((topic) => topics.value(topic))
      if (now.every((value, index) => value === values[index]) && now.length === values.length) return flags
      values = now
      flags = new Map(
        followed.flatMap(({ deviceId }, index) => {
          const active = parseBoolean(now[index]?.samples?.active?.value)
          return active === undefined ? [] : [[deviceId, active] as const]
        }),
      )
      return flags
    },
  }
}
