import { customers as standard } from '../default/customers.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const customers = standard satisfies TextsLike<typeof standard>
