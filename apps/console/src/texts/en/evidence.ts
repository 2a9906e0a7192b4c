import { evidence as standard } from '../default/evidence.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const evidence = standard satisfies TextsLike<typeof standard>
