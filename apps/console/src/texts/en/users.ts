import { users as standard } from '../default/users.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const users = standard satisfies TextsLike<typeof standard>
