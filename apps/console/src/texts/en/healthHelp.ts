import { healthHelp as standard } from '../default/healthHelp.ts'
import type { TextsLike } from '../shape.ts'

export const healthHelp = { ...standard } satisfies TextsLike<typeof standard>
