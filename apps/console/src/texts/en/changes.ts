import { changes as standard } from '../default/changes.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const changes = standard satisfies TextsLike<typeof standard>
