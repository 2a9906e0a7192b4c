import { secondFactor as standard } from '../default/secondFactor.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const secondFactor = standard satisfies TextsLike<typeof standard>
