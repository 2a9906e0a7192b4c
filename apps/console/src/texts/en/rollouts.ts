import { rollouts as standard } from '../default/rollouts.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const rollouts = standard satisfies TextsLike<typeof standard>
