import { sessions as standard } from '../default/sessions.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const sessions = standard satisfies TextsLike<typeof standard>
