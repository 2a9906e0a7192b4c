import { account as standard } from '../default/account.ts'
import type { TextsLike } from '../shape.ts'

/** The default words of this part are English throughout. */
export const account = standard satisfies TextsLike<typeof standard>
