/** The live connection for components. */
import type { AttributeScope } from '@greenwave/contract/attributes'
import { useCallback, useSyncExternalStore } from 'react'
import { connection, topics } from './live.ts'
import type { ConnectionState } from './liveConnection.ts'

/** Returns the state of the live connection; renders again when it is another. */
export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    useCallback((listener) => connection.onState(listener), []),
    () => connection.state,
  )
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
