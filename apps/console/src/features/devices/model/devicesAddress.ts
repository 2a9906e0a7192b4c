import type * as z from 'zod/mini'
import { listAddress } from '../../../ui/lists/listAddress.ts'

/**
 * The properties that the device list can be sorted by, in the order of the selector: Name, Type, Created Time, Status.
 */
export const DEVICE_SORT_PROPERTIES = ['name', 'type', 'createdTime', 'active'] as const

/** The query parameters of /devices. */
export const DevicesAddress = listAddress(DEVICE_SORT_PROPERTIES, 'name')
/** The query parameters of /devices, as read. */
export type DevicesAddress = z.infer<typeof DevicesAddress>
