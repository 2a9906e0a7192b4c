import { secondFactor as standard } from '../default/secondFactor.ts'
import type { TextsLike } from '../shape.ts'

/** The default words of this part are English throughout. */
export const secondFactor = standard satisfies TextsLike<typeof standard>
