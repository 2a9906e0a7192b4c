import { hold as standard } from '../default/hold.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const hold = standard satisfies TextsLike<typeof standard>
