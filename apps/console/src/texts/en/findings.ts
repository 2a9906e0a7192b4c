import { findings as standard } from '../default/findings.ts'
import type { TextsLike } from '../shape.ts'

/** The default texts of this namespace are entirely English. */
export const findings = standard satisfies TextsLike<typeof standard>
