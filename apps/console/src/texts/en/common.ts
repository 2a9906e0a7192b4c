import { common as standard } from '../default/common.ts'
import type { TextsLike } from '../shape.ts'

export const common = {
  ...standard,
  saving: 'Saving...',
  confirm: 'Confirm',
  dismiss: 'Cancel',
} satisfies TextsLike<typeof standard>
