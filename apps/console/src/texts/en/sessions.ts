import { sessions as standard } from '../default/sessions.ts'
import type { TextsLike } from '../shape.ts'

/** The default words of this part are English throughout. */
export const sessions = standard satisfies TextsLike<typeof standard>
