import { past as standard } from '../default/past.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const past = standard satisfies TextsLike<typeof standard>
