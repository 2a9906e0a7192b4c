import type { DevicePart } from './DeviceModel.ts'
import { type DeviceState, reportsKnown } from './deviceState.ts'

/** What lists follow to tell how the settings of a device stand. */
export const ATTRIBUTES: readonly DevicePart[] = ['attributes']

/** How a device stands in one line of a list. */
export interface ListedStatus {
  /** Undefined until it is known. */
  readonly active: boolean | undefined
  /** Settings that the controller has not taken; 0 until that is known. */
  readonly notTaken: number
}

/** Selects how a device stands. A controller that never reports anything is no news: its own page says so. */
export function listedStatus(device: DeviceState): ListedStatus {
  if (!reportsKnown(device)) return { active: undefined, notTaken: 0 }
  const { active, online } = device.connectivity
  const { noReport, notTaken } = device.deliveries.summary
  return { active, notTaken: noReport && online ? 0 : notTaken }
}
