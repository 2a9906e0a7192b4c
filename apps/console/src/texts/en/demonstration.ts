import { demonstration as standard } from '../default/demonstration.ts'
import type { TextsLike } from '../shape.ts'

export const demonstration = { ...standard } satisfies TextsLike<typeof standard>
