import type { DeviceState } from '../../../data/device/deviceState.ts'
import { healthFacts } from '../../../data/device/healthFacts.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { exceptionalMode, type Health, healthOf } from '../../../data/health.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { seenTrouble } from './seenTrouble.ts'

/** The health of the device on screen, and its mode where that is not automatic. */
export interface DeviceHealth {
  /** Null while too little is known. */
  readonly health: Health | null
  readonly mode: number | null
}

const factsOf = (device: DeviceState) => {
  const facts = healthFacts(device)
  const trouble = seenTrouble(device)
  // Lamps that arrive contradict a connection that counts as lost; what they show counts.
  const isLive = device.lampsFreshness.kind === 'live'
  return { ...facts, seen: isLive ? trouble : (facts.seen ?? trouble) }
}

/** Returns the health of a device, of which everything is followed: what the page sees itself counts, too. */
export function useDeviceHealth(deviceId: string): DeviceHealth {
  const watch = useWatch()
  const facts = useDevice(deviceId, factsOf)
  return { health: healthOf(facts, watch), mode: exceptionalMode(facts, watch) }
}
