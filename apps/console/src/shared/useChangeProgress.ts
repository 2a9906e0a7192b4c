import { type ChangeProgress, changeProgress } from '@greenwave/changes/changeProgress'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { useCallback } from 'react'
import type { DeviceState } from '../data/device/deviceState.ts'
import { useDevice } from '../data/device/useDevice.ts'

/**
 * Follows a device and returns how far a change of it has come; null until what the controller reports and its
 * connection are known.
 */
export function useChangeProgress(deviceId: string, change: ChangeRecord): ChangeProgress | null {
  const select = useCallback((device: DeviceState) => progressOf(device, change), [change])
  return useDevice(deviceId, select)
}

function progressOf(device: DeviceState, change: ChangeRecord): ChangeProgress | null {
  const { server, shared, client, connectivity, nowMs, observed } = device
  if (!server || !shared || !client) return null
  return changeProgress(change, {
    desired: change.scope === 'SHARED_SCOPE' ? shared : server,
    reported: client,
    connected: connectivity.online,
    connectedSinceMs: connectivity.lastConnectMs ?? undefined,
    nowMs,
    observed,
  })
}
