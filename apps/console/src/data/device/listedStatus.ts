import type { DevicePart } from './DeviceFeed.ts'
import { deviceHooks } from './deviceHook.ts'
import { LISTED_STEPS, type ListedState, reportsKnown } from './listedState.ts'

const hooks = deviceHooks(LISTED_STEPS)

/**
 * Follows a device for a list, as `useDevice` does, and returns the selected part of what lists show of it. Lists need
 * not load what only the page of a device shows.
 */
export const useListedDevice = hooks.useOne

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
