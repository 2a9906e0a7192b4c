import type { AssetInfo } from '@greenwave/contract/assets'

/** The dialog of the corridor list to show, with its corridor. */
export interface CorridorDialog {
  readonly kind: 'delete'
  readonly corridor: AssetInfo
}
