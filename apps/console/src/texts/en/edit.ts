import { edit as standard } from '../default/edit.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const edit = standard satisfies TextsLike<typeof standard>
