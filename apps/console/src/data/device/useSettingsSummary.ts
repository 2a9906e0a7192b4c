import { type DeliverySummary, deliverySummary } from '@greenwave/controller/settingTable/delivery'
import { useState } from 'react'
import { serverNowMs } from '../serverTime.ts'
import { useDeviceAttributes } from '../useLive.ts'
import { useNow } from '../useNow.ts'
import { readConnectivity } from './connectivity.ts'

/** What a list says of a device: its activity flag, and how its settings stand. */
export interface SettingsSummary extends DeliverySummary {
  readonly active: boolean
  readonly online: boolean
}

/** A setting runs out of its time to be confirmed no finer than this, milliseconds. */
const STEP_MS = 2000

/**
 * Follows how the settings of a device stand; undefined until that is known. For rows that are on screen: it subscribes to
 * all attributes of the device.
 */
export function useSettingsSummary(deviceId: string): SettingsSummary | undefined {
  const { server, shared, client } = useDeviceAttributes(deviceId)
  const nowMs = useNow(STEP_MS, serverNowMs)
  const [kept, setKept] = useState<SettingsSummary>()
  if (!server || !shared || !client) return undefined
  const { active, online, lastConnectMs } = readConnectivity(server)
  const connectedSinceMs = lastConnectMs ?? undefined
  const summary = {
    active,
    online,
    ...deliverySummary({ desired: shared, reported: client, connected: online, connectedSinceMs, nowMs }),
  }
  if (kept && JSON.stringify(kept) === JSON.stringify(summary)) return kept
  setKept(summary)
  return summary
}
