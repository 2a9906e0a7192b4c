import { wall as standard } from '../default/wall.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const wall = standard satisfies TextsLike<typeof standard>
