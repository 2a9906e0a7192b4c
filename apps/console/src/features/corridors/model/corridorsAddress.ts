import type { AssetInfo } from '@greenwave/contract/wire/assets'
import * as z from 'zod/mini'
import { listAddress } from '../../../ui/lists/listAddress.ts'

/** The query parameters of /corridors. */
export const CorridorsAddress = listAddress(['name', 'createdTime', 'customerTitle'], 'name')
/** The query parameters of /corridors, as read. */
export type CorridorsAddress = z.infer<typeof CorridorsAddress>

const part = z.catch(z.optional(z.string()), undefined)
/**
 * The query parameters of /routes: those of its list; the id of a route, or `new`; and which of its pages is shown, `edit`
 * or `drive`, the operator's if left out.
 */
export const RoutesAddress = z.extend(CorridorsAddress, { route: part, view: part })

/** The dialog of the corridor list to show, with its corridor. */
export interface CorridorDialog {
  readonly kind: 'delete'
  readonly corridor: AssetInfo
}
