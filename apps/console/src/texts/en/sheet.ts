import { sheet as standard } from '../default/sheet.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const sheet = standard satisfies TextsLike<typeof standard>
