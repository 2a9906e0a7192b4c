import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'
import { listAddress } from '../../../ui/lists/listAddress.ts'

/**
 * The properties that the device list can be sorted by in the selector: Name, Type, Created Time, Status.
 */
export const DEVICE_SORT_PROPERTIES = ['name', 'type', 'createdTime', 'active'] as const

/** The states by which the list is filtered. */
const STATES = ['danger', 'fault', 'deviation', 'hold', 'muted', 'healthy', 'unknown', 'notTaken'] as const

/** The query parameters of /devices. The head of the column Health sorts by it, too. */
export const DevicesAddress = z.extend(listAddress([...DEVICE_SORT_PROPERTIES, 'health'], 'name'), {
  state: otherwise(z.optional(z.enum(STATES)), undefined),
  /** The observed mode. */
  mode: otherwise(z.optional(z.literal([0, 1, 2, 4])), undefined),
  /** The title of a customer; one that consists of digits is read as a number. */
  customer: otherwise(z.optional(z.pipe(z.union([z.string(), z.number()]), z.transform(String))), undefined),
})
/** The query parameters of /devices, as read. */
export type DevicesAddress = z.infer<typeof DevicesAddress>
