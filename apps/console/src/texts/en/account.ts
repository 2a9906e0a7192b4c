import { account as standard } from '../default/account.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const account = standard satisfies TextsLike<typeof standard>
