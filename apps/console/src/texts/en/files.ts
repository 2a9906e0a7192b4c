import { files as standard } from '../default/files.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const files = standard satisfies TextsLike<typeof standard>
