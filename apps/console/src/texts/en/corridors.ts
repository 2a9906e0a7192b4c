import { corridors as standard } from '../default/corridors.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const corridors = standard satisfies TextsLike<typeof standard>
