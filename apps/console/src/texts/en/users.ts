import { users as standard } from '../default/users.ts'
import type { TextsLike } from '../shape.ts'

/** The default words of this part are English throughout. */
export const users = standard satisfies TextsLike<typeof standard>
