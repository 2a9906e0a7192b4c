import { now as standard } from '../default/now.ts'
import type { TextsLike } from '../shape.ts'

export const now = { ...standard } satisfies TextsLike<typeof standard>
