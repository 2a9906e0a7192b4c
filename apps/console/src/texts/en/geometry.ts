import { geometry as standard } from '../default/geometry.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const geometry = standard satisfies TextsLike<typeof standard>
