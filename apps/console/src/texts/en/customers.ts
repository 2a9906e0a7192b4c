import { customers as standard } from '../default/customers.ts'
import type { TextsLike } from '../shape.ts'

/** The default words of this part are English throughout. */
export const customers = standard satisfies TextsLike<typeof standard>
