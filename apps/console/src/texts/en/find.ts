import { find as standard } from '../default/find.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const find = standard satisfies TextsLike<typeof standard>
