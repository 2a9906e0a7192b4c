import type { DevicePart } from './DeviceFeed.ts'
import { type ListedState, reportsKnown } from './listedState.ts'

/** The parts that lists follow to show the status of a device's settings. */
export const ATTRIBUTES: readonly DevicePart[] = ['attributes']

/** The status of a device in one line of a list. */
export interface ListedStatus {
  /** Undefined while unknown. */
  readonly active: boolean | undefined
  /** Number of settings that the controller has not taken; 0 while unknown. */
  readonly notTaken: number
}

/**
 * Selects the status of a device for a list. A connected controller that never reports anything counts as 0 settings
 * not taken; its own page shows that instead.
 */
export function listedStatus(device: ListedState): ListedStatus {
  if (!reportsKnown(device)) return { active: undefined, notTaken: 0 }
  const { active, online } = device.connectivity
  const { noReport, notTaken } = device.deliveries.summary
  return { active, notTaken: noReport && online ? 0 : notTaken }
}
