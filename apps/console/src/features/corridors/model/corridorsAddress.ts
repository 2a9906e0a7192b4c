import type { AssetInfo } from '@greenwave/contract/wire/assets'
import type * as z from 'zod/mini'
import { listAddress } from '../../../ui/lists/listAddress.ts'

/** The query parameters of /corridors. */
export const CorridorsAddress = listAddress(['name', 'createdTime', 'customerTitle'], 'name')
/** The query parameters of /corridors, as read. */
export type CorridorsAddress = z.infer<typeof CorridorsAddress>

/** The dialog of the corridor list to show, with its corridor. */
export interface CorridorDialog {
  readonly kind: 'delete'
  readonly corridor: AssetInfo
}
