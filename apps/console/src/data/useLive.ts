/** Hooks and calls with which components use the live connection. */
import type { ConnectionState } from '@greenwave/client/liveConnection'
import type { AttributeScope } from '@greenwave/contract/wire/attributes'
import { useCallback, useSyncExternalStore } from 'react'
import { connection, topics } from './live.ts'

export type { ConnectionState }

/** Returns the state of the live connection. The component renders again when it changes. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    useCallback((listener) => connection.onState(listener), []),
    () => connection.state,
  )
}

/** Returns whether live data was available and is lost, so that the screen shows the last known values. */
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

/** Reads a scope of a device again if it is on screen. */
export function refetchAttributes(deviceId: string, scope: AttributeScope): Promise<void> {
  return topics.readAgain(deviceId, scope)
}

/** Tries to connect again at the user's request, with all five attempts. */
export function reconnect(): void {
  connection.connect()
}
