import { notify as standard } from '../default/notify.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const notify = standard satisfies TextsLike<typeof standard>
